import type { MessageLink } from '../../../../functions/model/messages/message.ts';

const lengthsMax = { title: 200, url: 2_048 };

/**
 * A link that was copied from a page: one anchor and nothing else, whose text is no address. As text, because the content
 * security policy lets nothing parse HTML.
 */
export const readPastedLink = (html: string): MessageLink | undefined => {
  const content = html.replace(/<!--.*?-->|<style.*?<\/style>/gis, '');
  const [anchor, ...others] = content.matchAll(/<a\s[^>]*?\bhref\s*=\s*(["'])(.*?)\1[^>]*>(.*?)<\/a\s*>/gis);
  if (!anchor || others.length > 0 || toText(content.replace(anchor[0], '')) !== '') return undefined;
  const [, , href = '', inner = ''] = anchor;
  const [title, url] = [toText(inner).slice(0, lengthsMax.title), toText(href).replaceAll("'", '%27')];
  const isAddress = title === '' || /^(https?:\/\/|www\.)|^\S+\.\w+\/?$/i.test(title);
  const isUsable = /^https?:\/\/[^\s<>"]+$/i.test(url) && url.length <= lengthsMax.url && URL.canParse(url);
  return isAddress || !isUsable ? undefined : { title, url };
};

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const toText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      return code === undefined ? (named[name] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/\s+/g, ' ')
    .trim();
