import { json, type Reply, type Request, type Route } from '../http/route.ts';
import { type JsonObject, textOrEmpty } from '../json.ts';
import type { Simulation } from '../simulation.ts';
import { authenticate } from './authenticate.ts';
import { getFile, toMediaReply } from './media.ts';
import { unknownObject } from './refusal.ts';
import { sendMessage } from './send-message.ts';
import { toProfileReply } from './social.ts';

const limitDefault = 25;

/** GET /:version/:waba_id/message_templates */
const listTemplates = (request: Request, simulation: Simulation): Reply => {
  const isAllowed = authenticate(request, simulation).some(
    (account) => 'wabaId' in account && account.wabaId === request.id,
  );
  if (!isAllowed) throw unknownObject(request.method, request.id);
  const rows = simulation.templates.list(request.id).filter((row) => matchesQuery(row, request.query));
  const start = findStart(rows, request.query.get('after'));
  const end = start + parseLimit(request.query.get('limit'));
  const page = rows.slice(start, end);
  return json({
    data: page.map((row) => pickFields(row, request.query.get('fields'))),
    ...(page.length === 0 ? {} : { paging: buildPaging(request, simulation, page, end < rows.length) }),
  });
};

const matchesQuery = (row: JsonObject, query: URLSearchParams): boolean =>
  ['name', 'status', 'language', 'category'].every((field) => {
    const expected = query.get(field)?.toLowerCase();
    const value = textOrEmpty(row[field]).toLowerCase();
    // Like the real channel, matches part of a name.
    return expected === undefined || (field === 'name' ? value.includes(expected) : value === expected);
  });

const findStart = (rows: readonly JsonObject[], after: string | null): number =>
  after === null ? 0 : rows.findIndex((row) => toCursor(row) === after) + 1;

const toCursor = (row: JsonObject | undefined): string => Buffer.from(String(row?.['id'])).toString('base64url');

const parseLimit = (text: string | null): number => {
  const limit = Number(text);
  return Number.isInteger(limit) && limit > 0 ? limit : limitDefault;
};

const pickFields = (row: JsonObject, fields: string | null): JsonObject => {
  if (!fields) return row;
  const fieldNames = ['id', ...fields.split(',')];
  return Object.fromEntries(Object.entries(row).filter(([name]) => fieldNames.includes(name)));
};

const buildPaging = (request: Request, simulation: Simulation, page: readonly JsonObject[], hasMore: boolean) => {
  const cursors = { before: toCursor(page[0]), after: toCursor(page.at(-1)) };
  if (!hasMore) return { cursors };
  const query = new URLSearchParams(request.query);
  query.set('after', cursors.after);
  return { cursors, next: `${simulation.url()}${request.path}?${query}` };
};

/** GET /:version/:id, for a file, a business number, or an account or customer of the social network. */
const getObject = (request: Request, simulation: Simulation): Reply => {
  const { id, query } = request;
  const accounts = authenticate(request, simulation);
  const owner = accounts.find((account) => simulation.media.find(account.id, id));
  const media = owner && simulation.media.find(owner.id, id);
  if (media) return toMediaReply(simulation, media);
  const phoneAccount = accounts.find((account) => account.channel === 'msgapp' && account.id === id);
  if (phoneAccount?.channel === 'msgapp') {
    return json({ verified_name: 'Example Shop', display_phone_number: phoneAccount.displayPhoneNumber, id });
  }
  const social = accounts.find(({ channel }) => channel === 'social');
  if (social?.id === id) return json({ id });
  if (!social) throw unknownObject(request.method, id);
  return toProfileReply(id, simulation.customers.findProfile(social.id, id), query.get('fields'));
};

export const channelRoutes: readonly Route[] = [
  { method: 'POST', path: '/:version/:id/messages', about: 'Sends a message.', handle: sendMessage },
  {
    method: 'GET',
    path: '/:version/:id/message_templates',
    about: 'Lists the templates of a business account.',
    handle: listTemplates,
  },
  { method: 'GET', path: '/:version/:id', about: 'Describes a file or a customer.', handle: getObject },
  { method: 'GET', path: '/_cdn/:id', about: 'Downloads a file by its short-lived link.', handle: getFile },
];
