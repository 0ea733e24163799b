import { type RecordedCall, refusalsPerMinuteMax } from '../../model/access/request-record.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { deriveId } from '../../platform/ids.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { mergePages } from '../dynamodb/merge-pages.ts';
import { queryPage } from '../dynamodb/query.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredRequest extends RecordedCall {
  id: string;
  key_id: string;
  refused_calls?: number;
}

/** Open pages of the workspace hear of it. */
export type WorkspaceCall = RecordedCall & { workspace_id?: string };

/** A mail about the refusal is made from it. */
export interface RefusedKey {
  id: string;
  name: string;
  workspace_id: string;
}

/** The response of a request may still change after its first record, which then replaces it. */
export const putRequestRecord = async (
  keyId: string,
  recordId: string,
  call: WorkspaceCall,
  expires: number,
): Promise<void> => {
  await updateIf({
    Key: keys.requestRecord(keyId, recordId),
    ConditionExpression: 'attribute_not_exists(pk) OR #request_id = :request_id',
    ...assign({ ...call, entity: 'request', expires }),
  });
};

/** One item per key and minute. False once it is full. */
export const countRefusal = async (
  keyId: string,
  minuteMs: number,
  call: RecordedCall & { refused_key?: RefusedKey },
  expires: number,
): Promise<boolean> => {
  const { UpdateExpression, ...update } = assign({ ...call, expires }, { ':one': 1, ':max': refusalsPerMinuteMax });
  const { written, item } = await updateIf({
    Key: keys.requestRecord(keyId, deriveId(minuteMs, keyId)),
    ConditionExpression: 'attribute_not_exists(pk) OR (refused_calls < :max AND NOT #request_id = :request_id)',
    UpdateExpression: `${UpdateExpression} ADD refused_calls :one`,
    ...update,
  });
  return written || Number(item?.['refused_calls']) < refusalsPerMinuteMax;
};

/** Fewer rows would need further rounds in a workspace with many keys of which few are in use. */
const rowsPerKeyMin = 10;

interface MergedRequests extends Page<StoredRequest> {
  rowsRead: number;
}

/** The newest of all these keys come first. Each is read side by side, for its share of the page. */
export const queryRequestRecords = async (
  keyIds: readonly string[],
  { limit, after }: PageRequest,
): Promise<MergedRequests> => {
  const share = keyIds.length === 1 ? limit : Math.max(rowsPerKeyMin, Math.ceil((2 * limit) / keyIds.length));
  const pages = await Promise.all(keyIds.map((keyId) => queryKey(keyId, { limit: Math.min(limit, share), after })));
  return {
    ...mergePages(pages, limit, ({ id }) => id),
    rowsRead: pages.reduce((sum, { items }) => sum + items.length, 0),
  };
};

const queryKey = async (keyId: string, page: PageRequest): Promise<Page<StoredRequest>> => {
  const { items, next } = await queryPage(keys.requestRecord(keyId, '').pk, page, { consistency: 'eventual' });
  return { items: items.map((item) => toStoredRequest(keyId, item)), next };
};

const toStoredRequest = (
  keyId: string,
  { pk, sk, entity, workspace_id, expires, refused_key, ...fields }: Item,
): StoredRequest => ({ id: sk, key_id: keyId, ...fields }) as unknown as StoredRequest;
