import type { ApiKey, ListedApiKey } from '../../model/access/api-key.ts';
import {
  listedKeysMax,
  type RequestFilters,
  type RequestRecord,
  requestRecordDays,
} from '../../model/access/request-record.ts';
import { notFound } from '../../model/api-error.ts';
import { foldText } from '../../model/fold-text.ts';
import { toRemedy } from '../../model/messages/remedy.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { clock, dayMs, hourMs, isoTime } from '../../platform/clock.ts';
import { firstIdAt, idTimeMs } from '../../platform/ids.ts';
import { findApiKey, queryApiKeys, type StoredApiKey } from '../../table/access/api-keys.ts';
import { queryRequestRecords, type StoredRequest } from '../../table/access/request-records.ts';
import { fillPage } from '../paging.ts';
import { listApiKeys } from './api-keys.ts';

/** The newest come first. A page of a filtered list may be short, or empty, and still have a next one. */
export const listRequests = async (
  workspaceId: string,
  { key, only, q }: RequestFilters,
  page: PageRequest,
): Promise<Page<RequestRecord>> => {
  const apiKeys = key === undefined ? await findKeysUsedLast(workspaceId) : [await getApiKey(workspaceId, key)];
  const names = new Map(apiKeys.map(({ id, name }) => [id, name]));
  const isMatch = (request: StoredRequest): boolean =>
    (only === undefined || request.status >= 400) && (q === undefined || isFoundBy(q.trim().toLowerCase(), request));
  const { items, next } = await fillPage(page, async (step) => {
    const { items: found, next: following, rowsRead } = await queryRequestRecords([...names.keys()], step);
    const kept = found.filter(isKept);
    return { items: kept.filter(isMatch), next: kept.length < found.length ? undefined : following, rowsRead };
  });
  return { items: items.map((request) => toRequestRecord(request, names.get(request.key_id) ?? '')), next };
};

/** Three digits are a status, although an id may have them, too. */
const isFoundBy = (text: string, { method, path, request_id, status, code, channel_code }: StoredRequest): boolean => {
  if ([String(status), code, channel_code].some((value) => value === text)) return true;
  return !/^\d{3}$/.test(text) && [`${method} ${path}`, request_id].some((part) => part.toLowerCase().includes(text));
};

/** DynamoDB may delete an item days after it expired. */
const isKept = ({ id }: StoredRequest): boolean => id >= firstIdAt(clock.now() - requestRecordDays * dayMs);

const keysPerPageMax = 100;

const findKeysUsedLast = async (workspaceId: string): Promise<StoredApiKey[]> => {
  const { items } = await queryApiKeys(workspaceId, { limit: keysPerPageMax, after: undefined });
  const usedAt = ({ last_used_at, created_at }: StoredApiKey): string => last_used_at ?? created_at;
  return items.toSorted((left, right) => (usedAt(left) < usedAt(right) ? 1 : -1)).slice(0, listedKeysMax);
};

const getApiKey = async (workspaceId: string, keyId: string): Promise<StoredApiKey> => {
  const found = await findApiKey(workspaceId, keyId);
  if (!found) throw notFound('API key');
  return found;
};

const toRequestRecord = ({ key_id, refused_calls, ...request }: StoredRequest, name: string): RequestRecord => ({
  ...request,
  at: isoTime(idTimeMs(request.id)),
  key: { id: key_id, name },
  ...toFailure(request),
  refused_calls: refused_calls ?? null,
});

/** The remedy for a channel's code is not stored, so a better text holds for earlier requests, too. */
const toFailure = ({ channel_code = null, reason = null }: Pick<StoredRequest, 'channel_code' | 'reason'>) => ({
  channel_code,
  reason: channel_code === null ? reason : toRemedy(channel_code),
});

/** Adds the calls of the last hour that were refused because the key was revoked or has expired. */
export const listApiKeysWithRefusals = async (
  workspaceId: string,
  q: string | undefined,
  page: PageRequest,
): Promise<Page<ListedApiKey>> => {
  const { items, next } = await (q === undefined ? listApiKeys(workspaceId, page) : findApiKeys(workspaceId, q, page));
  const withRefusals = async (apiKey: ApiKey): Promise<ListedApiKey> => ({
    ...apiKey,
    refused_calls: apiKey.state === 'active' ? 0 : await countRefusals(apiKey.id),
  });
  return { items: await Promise.all(items.map(withRefusals)), next };
};

const findApiKeys = (workspaceId: string, q: string, page: PageRequest): Promise<Page<ApiKey>> => {
  const text = foldText(q.trim());
  return fillPage(page, async (step) => {
    const { items, next } = await listApiKeys(workspaceId, step);
    return { items: items.filter(({ name, prefix }) => foldText(`${name}\n${prefix}`).includes(text)), next };
  });
};

/** There is one item a minute, and nothing else is recorded once a key is refused. */
const itemsPerHourMax = 61;

const countRefusals = async (keyId: string): Promise<number> => {
  const { items } = await queryRequestRecords([keyId], { limit: itemsPerHourMax, after: undefined });
  const first = firstIdAt(clock.now() - hourMs);
  return items.reduce((sum, { id, refused_calls = 0 }) => sum + (id >= first ? refused_calls : 0), 0);
};
