import type { Account } from '../accounts.ts';
import { toWaId } from '../channel/envelope.ts';
import type { KnownCustomer } from '../customers.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import { type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import type { SentFilter, SentMessage, Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';
import { fillText, findComponent, readList, type TemplateStore } from '../templates/template-store.ts';

/** GET /sent: the accepted request bodies in order; `?ids=true` adds the message ids. */
export const getSent = (request: Request, { sent }: Simulation): Reply => {
  const messages = sent.list(readFilter(request));
  const ids = request.query.get('ids') === 'true' ? { ids: messages.map(({ id }) => id) } : {};
  return json({ data: messages.map(({ body }) => body), ...ids });
};

/** DELETE /sent: receipts for the cleared messages can still be reported. */
export const deleteSent = (request: Request, { sent }: Simulation): Reply => {
  sent.clear(readFilter(request));
  return json({ data: [] });
};

const readFilter = ({ query }: Request): SentFilter => ({
  channel: query.get('channel') ?? undefined,
  accountId: query.get('account_id') ?? undefined,
  to: query.get('to') ?? undefined,
});

const customersMax = 50;
const messagesMax = 100;

/** GET /customers: who wrote to the account or was written to, newest first. */
export const getCustomers = (request: Request, simulation: Simulation): Reply => {
  const account = readAccount(request, simulation);
  const byId = new Map<string, KnownCustomer>();
  for (const customer of simulation.customers.list(account.id)) byId.set(customer.id, customer);
  const lastMs = new Map([...byId].map(([id, { written }]) => [id, written.at(-1)?.timeMs ?? 0]));
  for (const { customerId: id, sentMs } of simulation.sent.list({ accountId: account.id })) {
    if (!byId.has(id)) byId.set(id, { id, profile: undefined, windowEndsMs: undefined, written: [] });
    lastMs.set(id, Math.max(sentMs, lastMs.get(id) ?? 0));
  }
  const data = [...byId.values()].map(({ id, profile, windowEndsMs }) => ({
    id,
    name: profile?.name ?? null,
    username: profile?.username ?? null,
    window_ends_at: windowEndsMs === undefined ? null : toIso(windowEndsMs),
    last_message_at: lastMs.get(id) ? toIso(lastMs.get(id) ?? 0) : null,
  }));
  data.sort((left, right) => ((left.last_message_at ?? '') < (right.last_message_at ?? '') ? 1 : -1));
  return json({ data: data.slice(0, customersMax) });
};

/** GET /phone: the newest messages between an account and a customer, oldest first. */
export const getPhone = (request: Request, simulation: Simulation): Reply => {
  const account = readAccount(request, simulation);
  const given = request.query.get('customer') ?? '';
  const customerId = account.channel === 'msgapp' ? toWaId(given) : given;
  const written = simulation.customers.list(account.id).find(({ id }) => id === customerId)?.written ?? [];
  const sent = simulation.sent.list({ accountId: account.id }).filter((message) => message.customerId === customerId);
  const data = [
    ...written.map(({ id, type, text, timeMs }) => ({ id, from: 'customer', type, text: text ?? null, timeMs })),
    ...sent.slice(-messagesMax).map((message) => toSentJson(simulation, message)),
  ];
  data.sort((left, right) => left.timeMs - right.timeMs);
  return json({ data: data.slice(-messagesMax).map(({ timeMs, ...message }) => ({ ...message, at: toIso(timeMs) })) });
};

/** GET /sent/:id: one accepted message, if it is of the account. */
export const getSentMessage = (request: Request, simulation: Simulation): Reply => {
  const { timeMs, ...message } = toSentJson(simulation, getOwnMessage(request, simulation));
  return json({ data: { ...message, at: toIso(timeMs) } });
};

const getOwnMessage = ({ id, query }: Request, { sent }: Simulation): SentMessage => {
  const message = sent.find(decodeURIComponent(id));
  const accountId = query.get('account_id');
  if (message && (accountId === null || message.account.id === accountId)) return message;
  throw new SimulatorError('not_found', 'No accepted message has this id.');
};

const toSentJson = ({ templates }: Simulation, message: SentMessage) => ({
  id: message.id,
  from: 'business',
  ...describeContent(message, templates),
  status: ['read', 'delivered', 'failed', 'sent'].find((status) => message.reported.has(status)) ?? 'accepted',
  error_code: message.errorCode ?? null,
  timeMs: message.sentMs,
});

const readAccount = ({ query }: Request, { accounts }: Simulation): Account => {
  const id = query.get('account_id');
  const account = accounts.list().find((candidate) => candidate.id === id);
  if (account) return account;
  throw new SimulatorError('not_found', `Unknown account "${id ?? ''}". GET /accounts lists the accounts.`);
};

const toIso = (timeMs: number): string => new Date(timeMs).toISOString();

/** Describes an accepted message as the customer's phone shows it. */
const describeContent = (
  { account, body }: SentMessage,
  templates: TemplateStore,
): { type: string; text: string | null } => {
  if (account.channel === 'social') {
    const text = textOrEmpty(objectOrEmpty(body['message'])['text']);
    return { type: text ? 'text' : 'attachment', text: text || null };
  }
  const type = textOrEmpty(body['type']) || 'text';
  const content = objectOrEmpty(body[type]);
  if (type === 'template') return { type, text: renderTemplate(templates, account.wabaId, content) };
  const text = ['body', 'caption', 'filename', 'link'].map((name) => textOrEmpty(content[name])).find(Boolean);
  return { type, text: text ?? null };
};

const renderTemplate = (templates: TemplateStore, wabaId: string, content: JsonObject): string => {
  const row = templates.find(wabaId, content);
  const name = textOrEmpty(content['name']);
  // Somebody replaced the template since.
  if (!row) return name;
  const texts = ['HEADER', 'BODY'].map((type) =>
    fillText(findComponent(row, type)?.['text'], readList(findComponent(content, type), 'parameters')),
  );
  return texts.filter((text) => text !== '').join('\n') || name;
};
