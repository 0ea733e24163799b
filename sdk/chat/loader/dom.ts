export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag | 'switchboard-chat',
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag) as HTMLElementTagNameMap[Tag], properties);

/** Without innerHTML, which pages with Trusted Types refuse. */
export const icon = (path: string, size: number): SVGElement => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  for (const [name, value] of Object.entries({ width: size, height: size, viewBox: '0 0 24 24', 'aria-hidden': true }))
    svg.setAttribute(name, String(value));
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
};

/** Pages with Trusted Types take no plain text as the address of a script. */
let policy: { createScriptURL: (url: string) => string } | undefined;

/** A script, because a page may allow those of this origin and no requests to it. */
export const loadScript = (url: string, nonce: string): void => {
  policy ??= Object(window).trustedTypes?.createPolicy('switchboard-chat', {
    createScriptURL: (given: string) => given,
  });
  const script = make('script', { async: true, nonce });
  script.src = policy?.createScriptURL(url) ?? url;
  document.head.append(script);
};
