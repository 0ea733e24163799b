import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { explainForeignHost, explainForeignRequest } from '../../loopback/foreign-request.ts';
import { listen, stopServer } from '../listen.ts';
import { LocalError } from '../local-error.ts';

export interface Ses {
  /** The endpoint of the API, and for people the mailbox. */
  endpoint: string;
  stop: () => Promise<void>;
}

/** Tells EventBridge about a mail as SES does. */
export type Report = (detailType: string, detail: Record<string, unknown>) => Promise<void>;

const data = z.object({ Data: z.string() });
const pairs = z.array(z.object({ Name: z.string(), Value: z.string().regex(/^[^\r\n]*$/) })).default([]);

const sendSchema = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/)).min(1) }),
  ConfigurationSetName: z.string(),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string().regex(/^[\w.@-]{1,256}$/) })).default([]),
  Content: z.object({
    Simple: z.object({ Subject: data, Body: z.object({ Text: data, Html: data }), Headers: pairs }),
  }),
});

const mailsMax = 500;

/** Amazon SES v2, as far as we call it. It keeps every mail for the mailbox and delivers none. */
export const startSes = async (accessKeyId: string, report: Report, port: number): Promise<Ses> => {
  const mails: StoredMail[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') void send(request, response, { accessKeyId, mails, report });
    else show(request, response, mails);
  });
  // Another service may have the usual port.
  const bound = await listen(server, port, 'MAILBOX_PORT').catch((error: unknown) => {
    if (!(error instanceof LocalError)) throw error;
    return listen(server, 0);
  });
  return {
    endpoint: `http://127.0.0.1:${bound}`,
    stop: () => stopServer(server),
  };
};

interface Context {
  accessKeyId: string;
  mails: StoredMail[];
  report: Report;
}

const send = async (request: IncomingMessage, response: ServerResponse, context: Context): Promise<unknown> => {
  const body: unknown = await json(request).catch(() => undefined);
  const fault = explainForeignRequest(request);
  if (fault !== undefined) return refuse(response, 403, 'AccessDeniedException', fault);
  if (!request.headers.authorization?.includes(` Credential=${context.accessKeyId}/`))
    return refuse(response, 403, 'UnrecognizedClientException', 'Use the access_key_id in runtime.json.');
  const { success, data: mail, error } = sendSchema.safeParse(body);
  if (request.url !== '/v2/email/outbound-emails' || !success)
    return refuse(
      response,
      400,
      'BadRequestException',
      error?.message ?? `The local SES does not know ${request.url}.`,
    );
  const refused = mail.Destination.ToAddresses.find((to) => /^refused[+@]/.test(to));
  if (refused !== undefined)
    return refuse(response, 400, 'MessageRejected', `Email address is not verified: ${refused}`);
  const id = randomUUID();
  const { Subject, Body, Headers } = mail.Content.Simple;
  context.mails.unshift({
    id,
    at: new Date().toISOString(),
    from: mail.FromEmailAddress,
    to: mail.Destination.ToAddresses,
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
  });
  context.mails.splice(mailsMax);
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ MessageId: id }));
  const tags: Record<string, string[]> = { 'ses:configuration-set': [mail.ConfigurationSetName] };
  for (const { Name, Value } of mail.EmailTags) tags[Name] = [Value];
  for (const to of mail.Destination.ToAddresses) await reportSimulated(to, tags, context.report);
  return response;
};

const refuse = (response: ServerResponse, status: number, type: string, message: string): ServerResponse =>
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-errortype': type })
    .end(JSON.stringify({ message }));

/** The addresses of the mailbox simulator of SES, with or without a label: `bounce+ana@simulator.amazonses.com`. */
const reportSimulated = async (to: string, tags: Record<string, string[]>, report: Report): Promise<void> => {
  const [, kind] = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/.exec(to) ?? [];
  const mail = { tags };
  const timestamp = new Date().toISOString();
  const recipients = [{ emailAddress: to }];
  if (kind === 'bounce') {
    const bounce = { bounceType: 'Permanent', bouncedRecipients: recipients, timestamp };
    await report('Email Bounced', { eventType: 'Bounce', mail, bounce });
  }
  if (kind === 'complaint')
    await report('Email Complaint Received', {
      eventType: 'Complaint',
      mail,
      complaint: { complainedRecipients: recipients, timestamp },
    });
};

const show = (request: IncomingMessage, response: ServerResponse, mails: readonly StoredMail[]): ServerResponse => {
  const fault = explainForeignHost(request);
  if (fault !== undefined) return refuse(response, 403, 'AccessDeniedException', fault);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const to = searchParams.get('to');
  const shown = mails.filter((mail) => to === null || mail.to.includes(to));
  if (pathname === '/mails.json')
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown));
  const mail = mails.find(({ id }) => pathname === `/${id}`);
  if (!mail && pathname !== '/') return refuse(response, 404, 'NotFoundException', 'There is no such mail.');
  return response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    })
    .end(mail ? renderMailPage(mail) : renderMailbox(shown));
};

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

const renderMailbox = (mails: readonly StoredMail[]): string =>
  renderPage(
    'Mailbox',
    `<p>Emails that would have been sent, newest first. None leaves this machine. Reload the page for new ones.</p>
<ul>${mails.map(toEntry).join('')}</ul>${mails.length === 0 ? '<p>No emails yet.</p>' : ''}`,
  );

const toEntry = ({ id, at, to, subject }: StoredMail): string =>
  `<li><a href="/${id}">${escapeHtml(subject)}</a><br><small>to ${escapeHtml(to.join(', '))} at ${at}</small></li>`;

/** The HTML is shown as a mail program would, with no rights at all; the links are in the text. */
const renderMailPage = ({ from, to, at, subject, text, html, headers }: StoredMail): string =>
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
