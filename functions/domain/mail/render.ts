import { truncate } from '../../model/characters.ts';
import type { OutgoingMail } from '../../platform/mail.ts';
import type { MailText } from './texts.ts';

const subjectCharactersMax = 150;

/** Plain text, and the same as simple HTML: no images, no styles but a few inline, nothing that calls home. */
export const renderMail = (mail: MailText, unsubscribeUrl?: string): Omit<OutgoingMail, 'to' | 'tags'> => ({
  subject: truncate(toSingleLine(mail.subject), subjectCharactersMax),
  text: renderText(mail, unsubscribeUrl),
  html: renderHtml(mail, unsubscribeUrl),
  headers: unsubscribeUrl === undefined ? {} : toUnsubscribeHeaders(unsubscribeUrl),
});

/** RFC 8058: the reader's mail program may unsubscribe with one POST. */
const toUnsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Names are the customer's: a line break would begin another header, and a bidi mark would reorder the words. */
const toSingleLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();

const renderText = ({ lines, link, reason }: MailText, unsubscribeUrl?: string): string =>
  [
    ...lines.map(toSingleLine),
    `${link.label}: ${link.url}`,
    '--',
    toSingleLine(reason),
    ...(unsubscribeUrl === undefined ? [] : [`Stop emails of this kind: ${unsubscribeUrl}`]),
  ].join('\n\n');

const renderHtml = ({ lines, link, reason }: MailText, unsubscribeUrl?: string): string => {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(toSingleLine(line))}</p>`);
  const stop =
    unsubscribeUrl === undefined ? '' : ` <a href="${escapeHtml(unsubscribeUrl)}">Stop emails of this kind</a>`;
  return [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:36em;line-height:1.5">',
    ...paragraphs,
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
    `<p style="font-size:small">${escapeHtml(toSingleLine(reason))}${stop}</p>`,
    '</body></html>',
  ].join('\n');
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
