export interface StoredMail {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
:root { color-scheme: light dark; } pre { white-space: pre-wrap; } iframe { width: 100%; height: 24rem; background: #fff; border: 1px solid #888; }
li { margin: 0.5rem 0; } small { color: GrayText; }`;

const renderPage = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;

export const renderMailbox = (mails: readonly StoredMail[]): string =>
  renderPage(
    'Mailbox',
    `<p>Emails that would have been sent, newest first. None leaves this machine. Reload the page for new ones.</p>
<ul>${mails.map(toEntry).join('')}</ul>${mails.length === 0 ? '<p>No emails yet.</p>' : ''}`,
  );

const toEntry = ({ id, at, to, subject }: StoredMail): string =>
  `<li><a href="/${id}">${escapeHtml(subject)}</a><br><small>to ${escapeHtml(to.join(', '))} at ${at}</small></li>`;

/** The HTML is shown as a mail program would, with no rights at all; the links are in the text. */
export const renderMailPage = ({ from, to, at, subject, text, html, headers }: StoredMail): string =>
  renderPage(
    subject,
    `<p><a href="/">Mailbox</a></p>
<pre>${escapeHtml([`From: ${from}`, `To: ${to.join(', ')}`, `Date: ${at}`, ...toLines(headers)].join('\n'))}</pre>
<h2>Text</h2><pre>${linkUrls(escapeHtml(text))}</pre>
<h2>HTML</h2><iframe sandbox title="The email as HTML" srcdoc="${escapeHtml(html)}"></iframe>`,
  );

const toLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

const linkUrls = (escaped: string): string =>
  escaped.replace(/http:\/\/127\.0\.0\.1:\d+[^\s<>]*/g, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`);
