import { json, type Reply, type Request } from '../http/route.ts';
import { type JsonObject, textIn } from '../json.ts';
import type { Simulation } from '../simulation.ts';
import { authenticate } from './authenticate.ts';
import { unknownObject } from './refusal.ts';

const limitDefault = 25;

/** GET /:version/:waba_id/message_templates */
export const listTemplates = (request: Request, simulation: Simulation): Reply => {
  const isOpen = authenticate(request, simulation).some((one) => 'wabaId' in one && one.wabaId === request.id);
  if (!isOpen) throw unknownObject(request.method, request.id);
  const rows = simulation.templates.list(request.id).filter((row) => matches(row, request.query));
  const start = startOf(rows, request.query.get('after'));
  const end = start + limitOf(request.query.get('limit'));
  const page = rows.slice(start, end);
  return json({
    data: page.map((row) => pickFields(row, request.query.get('fields'))),
    ...(page.length === 0 ? {} : { paging: pagingOf(request, simulation, page, end < rows.length) }),
  });
};

const matches = (row: JsonObject, query: URLSearchParams): boolean =>
  ['name', 'status', 'language', 'category'].every((field) => {
    const wanted = query.get(field)?.toLowerCase();
    const value = textIn(row[field]).toLowerCase();
    // The channel's filter by name is loose: a caller that wants one template compares names itself.
    return wanted === undefined || (field === 'name' ? value.includes(wanted) : value === wanted);
  });

/** A page starts after the row that the cursor names; a cursor that names none starts at the top. */
const startOf = (rows: readonly JsonObject[], after: string | null): number =>
  after === null ? 0 : rows.findIndex((row) => cursorOf(row) === after) + 1;

const cursorOf = (row: JsonObject | undefined): string => Buffer.from(String(row?.['id'])).toString('base64url');

const limitOf = (text: string | null): number => {
  const limit = Number(text);
  return Number.isInteger(limit) && limit > 0 ? limit : limitDefault;
};

const pickFields = (row: JsonObject, fields: string | null): JsonObject => {
  if (!fields) return row;
  const wanted = ['id', ...fields.split(',')];
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.includes(name)));
};

const pagingOf = (request: Request, simulation: Simulation, page: readonly JsonObject[], hasMore: boolean) => {
  const cursors = { before: cursorOf(page[0]), after: cursorOf(page.at(-1)) };
  if (!hasMore) return { cursors };
  const query = new URLSearchParams(request.query);
  query.set('after', cursors.after);
  return { cursors, next: `${simulation.url()}${request.path}?${query}` };
};
