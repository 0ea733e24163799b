import { type ApiKey, apiKeysMax } from '../../model/access/api-key.ts';
import type { Network } from '../../model/access/network.ts';
import { networksKnownMax } from '../../model/mail/mail.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf, type WriteResult } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { workspaceNamedPart } from '../workspaces/workspaces.ts';

/** Holds the hash of the key, never the key, and its current rate window. */
export interface StoredApiKey
  extends Omit<ApiKey, 'state' | 'last_used_at' | 'expires_at' | 'created_by' | 'networks'> {
  workspace_id: string;
  sha256: string;
  state: 'active' | 'revoked';
  last_used_at?: string;
  expires_at?: string;
  created_by?: string;
  /** Never changes. Absent if the key works from every address. */
  networks?: readonly Network[];
  /** Set for a key that no person named and keeps. */
  purpose?: 'playground';
  /** Copied from the workspace, so signing a cursor needs no further read. */
  cursor_secret: string;
  /** Authentication may not write it. */
  seal: string;
  /** Copied from the workspace, so GET /me is one round trip. */
  workspace_name: string;
  window_ends_ms: number;
  window_used: number;
  /** Set at the start of a window for a key with networks: its requests count only once their address is checked. */
  is_bound?: boolean;
  /** When it last made a request that may change something, whether or not it did. */
  last_change_at?: string;
  /** The networks from which the key was used. They are kept only where new ones are reported. */
  known_networks?: ReadonlySet<string>;
}

/** A request that counts against its key. */
export interface KeyUse {
  sortableAddress: string;
  /** The address is one of the key's networks. */
  isAddressChecked?: boolean;
  nowMs: number;
  mayChange: boolean;
}

type RequestCount = { written: true; apiKey: StoredApiKey } | { written: false; apiKey: StoredApiKey | undefined };

/**
 * Rate limit and last use in one write, conditional on requests that are left in the key's window. A key that is revoked
 * or has expired has no window, so nothing is counted for it. Whoever may compare an attribute in a condition may write
 * it, too, so this write names none that makes the key work: the caller looks at those of the returned item.
 */
export const countRequest = async (
  sha256: string,
  { nowMs, mayChange, isAddressChecked = false }: KeyUse,
  requestsMax: number,
): Promise<RequestCount> =>
  toRequestCount(
    await updateIf({
      Key: keys.apiKey(sha256),
      ConditionExpression: [isUncounted, hasRequestsLeft, ...(isAddressChecked ? [] : [isUnbound])].join(' AND '),
      UpdateExpression: `${useUpdate(mayChange)}, window_used = window_used + :one`,
      ExpressionAttributeNames: { '#last_request_id': 'last_request_id' },
      ExpressionAttributeValues: {
        ':last_request_id': newId(),
        ':now': isoTime(nowMs),
        ':nowMs': nowMs,
        ':max': requestsMax,
        ':one': 1,
        ...(isAddressChecked ? {} : { ':bound': true }),
      },
    }),
  );

export const startRateWindow = async (
  apiKey: StoredApiKey,
  { nowMs, mayChange }: KeyUse,
  windowMs: number,
): Promise<RequestCount> =>
  toRequestCount(
    await updateIf({
      Key: keys.apiKey(apiKey.sha256),
      ConditionExpression: 'window_ends_ms = :ended',
      UpdateExpression: `${useUpdate(mayChange)}, window_used = :one, window_ends_ms = :ends, is_bound = :bound`,
      ExpressionAttributeNames: { '#last_request_id': 'last_request_id' },
      ExpressionAttributeValues: {
        ':last_request_id': newId(),
        ':now': isoTime(nowMs),
        ':ended': apiKey.window_ends_ms,
        ':ends': Math.min(nowMs + windowMs, toEndMs(apiKey)),
        ':bound': apiKey.networks !== undefined,
        ':one': 1,
      },
    }),
  );

/** One writer adds a network, and none beyond the limit. */
export const addKnownNetwork = async (sha256: string, network: string): Promise<void> => {
  await updateIf({
    Key: keys.apiKey(sha256),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(known_networks) OR ' +
      '(size(known_networks) < :max AND NOT contains(known_networks, :network)))',
    UpdateExpression: 'SET change_bit = :bit_set - if_not_exists(change_bit, :bit_clear) ADD known_networks :networks',
    ExpressionAttributeValues: {
      ':max': networksKnownMax,
      ':network': network,
      ':networks': new Set([network]),
      ':bit_set': 1,
      ':bit_clear': 0,
    },
  });
};

const useUpdate = (mayChange: boolean): string =>
  `SET last_used_at = :now, #last_request_id = :last_request_id${mayChange ? ', last_change_at = :now' : ''}`;

/** A window does not outlast its key. */
const toEndMs = ({ expires_at }: StoredApiKey): number =>
  expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires_at);

const hasRequestsLeft = 'window_ends_ms > :nowMs AND window_used < :max';

const isUnbound = 'NOT is_bound = :bound';

/** The SDK repeats an update whose response was lost; the id keeps it from counting the request twice. */
const isUncounted = 'NOT #last_request_id = :last_request_id';

export const putApiKey = async (
  apiKey: StoredApiKey,
): Promise<'stored' | 'workspace_changed' | 'key_exists' | 'id_exists' | 'limit_reached'> => {
  const result = await transact([
    workspaceNamedPart(apiKey.workspace_id, apiKey.workspace_name),
    newApiKeyPart(apiKey),
    {
      Put: {
        Item: { ...keys.listedApiKey(apiKey.workspace_id, apiKey.id), sha256: apiKey.sha256 },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    countPart(apiKey.workspace_id, 1),
  ]);
  if (result.written) return 'stored';
  return (['workspace_changed', 'key_exists', 'id_exists'] as const)[result.failedPart] ?? 'limit_reached';
};

/** False if another request removed it first. */
export const removeApiKey = async ({ workspace_id, id, sha256 }: StoredApiKey): Promise<boolean> => {
  const { written } = await transact([
    { Delete: { Key: keys.listedApiKey(workspace_id, id), ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { Key: keys.apiKey(sha256) } },
    countPart(workspace_id, -1),
  ]);
  return written;
};

const countPart = (workspaceId: string, change: 1 | -1): TransactionPart => ({
  Update: {
    Key: keys.apiKeyCount(workspaceId),
    UpdateExpression: 'ADD api_keys :change',
    ConditionExpression: 'attribute_not_exists(api_keys) OR api_keys < :max',
    ExpressionAttributeValues: { ':change': change, ':max': change > 0 ? apiKeysMax : apiKeysMax + 1 },
  },
});

/** Replaces the key that has the same id, unless it was used or revoked. */
export const replaceUnusedApiKey = async (apiKey: StoredApiKey): Promise<boolean> => {
  const listedKey = keys.listedApiKey(apiKey.workspace_id, apiKey.id);
  const listed = await findItem(listedKey);
  if (!listed) return false;
  const { written } = await transact([
    {
      Delete: {
        Key: keys.apiKey(String(listed['sha256'])),
        ConditionExpression: '#state = :active AND attribute_not_exists(last_used_at)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':active': 'active' },
      },
    },
    newApiKeyPart(apiKey),
    {
      Update: {
        Key: listedKey,
        ConditionExpression: '#sha256 = :replaced',
        ...assign({ sha256: apiKey.sha256 }, { ':replaced': listed['sha256'] }),
      },
    },
    workspaceNamedPart(apiKey.workspace_id, apiKey.workspace_name),
  ]);
  return written;
};

const newApiKeyPart = (apiKey: StoredApiKey): TransactionPart => ({
  Put: {
    Item: { ...keys.apiKey(apiKey.sha256), ...apiKey },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** No window of a key ends here, so none starts that a request was about to start. */
const noWindowMs = -1;

/** Idempotent. Undefined when the workspace has no such key. */
export const markApiKeyRevoked = async (workspaceId: string, keyId: string): Promise<StoredApiKey | undefined> => {
  const listed = await findItem(keys.listedApiKey(workspaceId, keyId));
  if (!listed) return undefined;
  const { item } = await updateIf({
    Key: keys.apiKey(String(listed['sha256'])),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET #state = :revoked, seal = :revoked, window_ends_ms = :none',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':revoked': 'revoked', ':none': noWindowMs },
  });
  return item && toStoredApiKey(item);
};

export const setWorkspaceName = async (sha256: string, workspaceName: string): Promise<void> => {
  await updateIf({
    Key: keys.apiKey(sha256),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ workspace_name: workspaceName }),
  });
};

export const queryApiKeys = async (workspaceId: string, page: PageRequest): Promise<Page<StoredApiKey>> => {
  const listed = await queryPage(keys.listedApiKey(workspaceId, '').pk, page);
  const found = await findItems(listed.items.map((row) => keys.apiKey(String(row['sha256']))));
  const items = found.map(toStoredApiKey).sort((left, right) => (left.id < right.id ? 1 : -1));
  return { items, next: listed.next };
};

export const findApiKey = async (workspaceId: string, keyId: string): Promise<StoredApiKey | undefined> => {
  const listed = await findItem(keys.listedApiKey(workspaceId, keyId));
  const item = listed && (await findItem(keys.apiKey(String(listed['sha256']))));
  return item && toStoredApiKey(item);
};

const toRequestCount = (result: WriteResult): RequestCount =>
  result.written
    ? { written: true, apiKey: toStoredApiKey(result.item) }
    : { written: false, apiKey: result.item && toStoredApiKey(result.item) };

const toStoredApiKey = ({ pk, sk, ...fields }: Item): StoredApiKey => fields as unknown as StoredApiKey;
