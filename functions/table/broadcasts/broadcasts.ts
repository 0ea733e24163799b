import type { Chunk, ListedPage } from '../../model/broadcasts/audience.ts';
import type { FileError } from '../../model/broadcasts/audience-file.ts';
import type { Broadcast, BroadcastStage } from '../../model/broadcasts/broadcast.ts';
import type { BroadcastCounters } from '../../model/broadcasts/counters.ts';
import type { FailureReason } from '../../model/broadcasts/recipient.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { statusIndex } from '../../model/table-index.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { toRunningKey } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { audiencePart, chunkPart, lanePart, listedPagePart, type StoredAudience } from './audience.ts';
import { scheduledParts } from './scheduled.ts';

/** The counters that change while it is sent are items of their own. */
export interface StoredBroadcast
  extends Pick<
    Broadcast,
    | 'id'
    | 'name'
    | 'template_name'
    | 'template_language'
    | 'segment_id'
    | 'status'
    | 'created_at'
    | 'started_at'
    | 'completed_at'
  > {
  workspace_id: string;
  /** Counted at creation; 0 for a large segment, which is counted in the shards as it is read. */
  accepted: number;
  rejected: number;
  lanes: number;
  is_audience_pending: boolean;
  expected_recipients?: number;
  scheduled_at?: string;
  /** True from the creation of a scheduled broadcast until it begins or is canceled, which exclude each other. */
  is_waiting?: boolean;
  /** True until the file that is the audience is read. */
  is_file_pending?: boolean;
  file_errors?: FileError[];
  failure_reason?: FailureReason;
  /** The member who canceled it, and needs no mail about that. */
  canceled_by?: string;
  /** The counters when it completed, for the event. They change afterwards. */
  final_counters?: BroadcastCounters;
}

export const putBroadcast = async (
  broadcast: StoredBroadcast,
  audience: StoredAudience,
  chunks: readonly Chunk[],
  listedPages: readonly ListedPage[] = [],
  parts: readonly TransactionPart[] = [],
): Promise<boolean> => {
  const { written } = await transact([
    {
      Put: {
        Item: {
          ...keys.broadcast(broadcast.workspace_id, broadcast.id),
          entity: 'broadcast',
          ...requestIdField(),
          ...broadcast,
          ...runningFields(broadcast),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...scheduledParts(broadcast),
    ...parts,
    audiencePart(broadcast.id, audience),
    ...chunks.map((chunk) => chunkPart(broadcast.id, chunk)),
    ...listedPages.map((page, index) => listedPagePart(broadcast.id, page, index)),
    ...Array.from({ length: broadcast.lanes }, (_, lane) => lanePart(broadcast.id, lane)),
  ]);
  return written;
};

/** Queued or being sent, and not waiting for its time. */
const isRunning = ({ status, is_waiting }: Pick<StoredBroadcast, 'status' | 'is_waiting'>): boolean =>
  status === 'sending' || (status === 'queued' && !is_waiting);

/** The status index has a broadcast from the write with which it begins to the one with which it ends. */
export const runningFields = (broadcast: StoredBroadcast): { status_key?: string } =>
  isRunning(broadcast) ? { status_key: toRunningKey(broadcast.workspace_id) } : {};

export const findBroadcast = async (workspaceId: string, broadcastId: string): Promise<StoredBroadcast | undefined> => {
  const item = await findItem(keys.broadcast(workspaceId, broadcastId));
  return item && toStoredBroadcast(item);
};

export const findBroadcastsById = async (
  workspaceId: string,
  broadcastIds: readonly string[],
): Promise<StoredBroadcast[]> => {
  const items = await findItems(broadcastIds.map((id) => keys.broadcast(workspaceId, id)));
  return items.map(toStoredBroadcast);
};

/** The newest come first. The index lags behind the table, which has the last word. */
export const queryRunningBroadcasts = async (workspaceId: string, limit: number): Promise<StoredBroadcast[]> => {
  const partition = { index: statusIndex, pk: toRunningKey(workspaceId) };
  const { items } = await queryPage(partition, { limit, after: undefined });
  const broadcasts = await findBroadcastsById(
    workspaceId,
    items.map(({ sk }) => String(sk)),
  );
  return broadcasts.filter(isRunning).sort((one, other) => (one.id < other.id ? 1 : -1));
};

export const queryBroadcasts = (
  workspaceId: string,
  page: PageRequest,
  stage?: BroadcastStage,
): Promise<Page<StoredBroadcast>> =>
  queryRows(workspaceId, page, { filter: stage && { ...stageFilters[stage], names: { '#status': 'status' } } });

const queryRows = async (
  workspaceId: string,
  page: PageRequest,
  options: Parameters<typeof queryPage>[2],
): Promise<Page<StoredBroadcast>> => {
  const { items, next } = await queryPage(keys.broadcast(workspaceId, '').pk, page, options);
  return { items: items.map(toStoredBroadcast), next };
};

const withStatus = (status: Broadcast['status']) => ({
  expression: '#status = :status',
  values: { ':status': status },
});

const stageFilters: Record<BroadcastStage, { expression: string; values: Record<string, unknown> }> = {
  scheduled: { expression: '#status = :status AND is_waiting = :true', values: { ':status': 'queued', ':true': true } },
  running: {
    expression: '#status = :sending OR (#status = :status AND NOT (is_waiting = :true))',
    values: { ':sending': 'sending', ':status': 'queued', ':true': true },
  },
  sent: withStatus('sent'),
  failed: withStatus('failed'),
  canceled: withStatus('canceled'),
};

/** The newest come first. */
export const queryBroadcastsTo = (
  workspaceId: string,
  segmentId: string,
  page: PageRequest,
): Promise<Page<StoredBroadcast>> => {
  const filter = { expression: 'segment_id = :segment', values: { ':segment': segmentId } };
  return queryRows(workspaceId, page, { filter, consistency: 'eventual' });
};

/** Returns the broadcasts that are not completed. */
export const queryOpenBroadcasts = (workspaceId: string, page: PageRequest): Promise<Page<StoredBroadcast>> =>
  queryRows(workspaceId, page, { filter: { expression: 'completed_at = :null', values: { ':null': null } } });

/** Belongs to the transaction that stores the last page of the file, which can only be one. */
export const fileReadPart = (
  { workspace_id, id }: Pick<StoredBroadcast, 'workspace_id' | 'id'>,
  file_errors: readonly FileError[],
): TransactionPart => ({
  Update: {
    Key: keys.broadcast(workspace_id, id),
    ConditionExpression: '#is_file_pending = :true',
    ...assign({ is_file_pending: false, file_errors }, { ':true': true }),
  },
});

/** Returns true for one caller, and only if the broadcast was not canceled before. */
export const beginBroadcast = async (
  { workspace_id, id }: StoredBroadcast,
  audience: Partial<Pick<StoredAudience, 'segment' | 'before' | 'is_finished'>>,
  fields: BroadcastTransition = {},
): Promise<boolean> => {
  const { written } = await transact([
    { Update: endWaitingUpdate(workspace_id, id, { ...fields, status_key: toRunningKey(workspace_id) }) },
    { Update: { Key: keys.broadcastAudience(id), ConditionExpression: 'attribute_exists(pk)', ...assign(audience) } },
  ]);
  return written;
};

/** A broadcast that never began is completed at once: it has no recipients to resolve. */
export const cancelWaitingBroadcast = async (
  workspaceId: string,
  broadcastId: string,
  fields: Pick<StoredBroadcast, 'completed_at' | 'canceled_by'>,
): Promise<boolean> => {
  const update = endWaitingUpdate(workspaceId, broadcastId, { status: 'canceled', ...fields });
  const { written } = await updateIf(update);
  return written;
};

/** The stream starts what the earlier time would have started later. */
export const rescheduleBroadcast = async (
  workspaceId: string,
  broadcastId: string,
  scheduled_at: string,
): Promise<boolean> => {
  const { written } = await updateIf(whileWaiting(workspaceId, broadcastId, { scheduled_at }));
  return written;
};

const endWaitingUpdate = (
  workspaceId: string,
  broadcastId: string,
  fields: BroadcastTransition & { status_key?: string },
) => whileWaiting(workspaceId, broadcastId, { ...fields, is_waiting: false });

const whileWaiting = (workspaceId: string, broadcastId: string, fields: Partial<StoredBroadcast>) => {
  const update = assign(fields, { ':queued': 'queued', ':true': true });
  return {
    Key: keys.broadcast(workspaceId, broadcastId),
    ...update,
    ConditionExpression: '#status = :queued AND is_waiting = :true',
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#status': 'status' },
  };
};

type BroadcastTransition = Partial<
  Pick<StoredBroadcast, 'status' | 'started_at' | 'completed_at' | 'failure_reason' | 'canceled_by' | 'final_counters'>
>;

export const transitionBroadcast = async (
  workspaceId: string,
  broadcastId: string,
  from: readonly Broadcast['status'][],
  fields: BroadcastTransition,
): Promise<boolean> => {
  const fromValues = from.map((status, index) => [`:from${index}`, status] as const);
  const update = assign(fields, Object.fromEntries(fromValues));
  const { written } = await updateIf({
    Key: keys.broadcast(workspaceId, broadcastId),
    ...update,
    UpdateExpression: `${update.UpdateExpression}${fields.status === 'sending' ? '' : ' REMOVE status_key'}`,
    ConditionExpression: `#status IN (${fromValues.map(([name]) => name).join(', ')})`,
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#status': 'status' },
  });
  return written;
};

export const toStoredBroadcast = ({ pk, sk, entity, request_id, status_key, ...fields }: Item): StoredBroadcast =>
  fields as unknown as StoredBroadcast;

/** A broadcast as the API shows it. */
export const toBroadcast = (broadcast: StoredBroadcast, counters: BroadcastCounters | undefined): Broadcast => {
  const accepted = broadcast.accepted + (counters?.accepted ?? 0);
  const rejected = broadcast.rejected + (counters?.rejected ?? 0);
  const { sent_count = 0, failed_count = 0 } = counters ?? {};
  return {
    id: broadcast.id,
    name: broadcast.name,
    template_name: broadcast.template_name,
    template_language: broadcast.template_language,
    segment_id: broadcast.segment_id,
    status: broadcast.status,
    total_recipients: Math.max(accepted + rejected, isBeingRead(broadcast) ? (broadcast.expected_recipients ?? 0) : 0),
    accepted,
    rejected,
    pending_count: accepted - sent_count - failed_count,
    sent_count,
    delivered_count: counters?.delivered_count ?? 0,
    read_count: counters?.read_count ?? 0,
    replied_count: counters?.replied_count ?? 0,
    failed_count,
    created_at: broadcast.created_at,
    scheduled_at: broadcast.scheduled_at ?? null,
    started_at: broadcast.started_at,
    completed_at: broadcast.completed_at,
    failure_reason: broadcast.status === 'failed' ? (broadcast.failure_reason ?? null) : null,
    ...(broadcast.file_errors && { file_errors: broadcast.file_errors }),
  };
};

/** This stays true for a broadcast that is canceled before its audience is read. */
const isBeingRead = ({ is_audience_pending, status, started_at }: StoredBroadcast): boolean =>
  is_audience_pending && (status === 'queued' || (status === 'canceled' && started_at === null));
