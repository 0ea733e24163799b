/** Text that is HTML already. Only this file makes it, so every other text is escaped. */
export interface Html {
  html: string;
}

export type Child = Html | string | undefined | Child[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

const render = (child: Child): string => {
  if (child === undefined) return '';
  if (Array.isArray(child)) return child.map(render).join('');
  return typeof child === 'string' ? escapeText(child) : child.html;
};

const voidElements = ['meta', 'link', 'input'];

export const element = (tag: string, attributes: Record<string, string>, ...children: Child[]): Html => {
  const start = [tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${escapeText(value)}"`)].join(' ');
  return { html: voidElements.includes(tag) ? `<${start}>` : `<${start}>${render(children)}</${tag}>` };
};

export const code = (text: string): Html => element('code', {}, text);

export const link = (href: string, ...children: Child[]): Html => element('a', { href }, ...children);

/** Paragraphs with `code`, **bold** and [links](to), which is all the Markdown that the texts use. */
export const markdown = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => element('p', {}, ...inline(paragraph)));

type ToHref = (target: string) => string | undefined;

export const inline = (text: string, toHref: ToHref = (target) => target): Child[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\)|<https?:[^>\s]+>)/).map((part) => {
    if (/^`.+`$/.test(part)) return code(part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return element('strong', {}, ...inline(part.slice(2, -2), toHref));
    const [, words = '', target = ''] = /^\[(.+)\]\((.+)\)$/s.exec(part) ?? [];
    if (words !== '') return viewLink(inline(words, toHref), toHref(target));
    return /^<http.+>$/.test(part) ? link(part.slice(1, -1), part.slice(1, -1)) : part;
  });

const viewLink = (words: Child[], href: string | undefined): Child =>
  href === undefined ? words : link(href, ...words);
