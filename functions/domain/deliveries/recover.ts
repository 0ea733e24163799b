import { countedMax, type RecoverableCount } from '../../model/delivery-log.ts';
import { isTestEvent } from '../../model/event.ts';
import { rowsPerCallMax } from '../../table/dynamodb/query.ts';
import type { Consistency } from '../../table/dynamodb/read.ts';
import { type DeliverySummary, requestRedelivery } from '../../table/webhooks/deliveries.ts';
import { type DeliveryPage, queryDeliveries } from '../../table/webhooks/query-deliveries.ts';
import { getWebhook } from '../webhooks/webhooks.ts';
import { isInProgress, requireActiveWebhook } from './redeliver.ts';

export interface RecoveryStep {
  requested: number;
  /** Undefined once everything was looked at. */
  next: string | undefined;
}

const pageSize = 100;

/**
 * Requests what was lost since then, from the newest event back, as far as one call gets. A step that is repeated
 * requests only what is still lost.
 */
export const recoverStep = async (
  workspaceId: string,
  webhookId: string,
  sinceMs: number,
  after: string | undefined,
): Promise<RecoveryStep> => {
  await requireActiveWebhook(workspaceId, webhookId);
  let requested = 0;
  const next = await readLost(webhookId, sinceMs, { after, rowsMax: rowsPerCallMax, pageSize }, async (lost) => {
    requested += (await Promise.all(lost.map(requestRedelivery))).filter(Boolean).length;
    return true;
  });
  return { requested, next };
};

export const recoverDeliveries = async (
  workspaceId: string,
  webhookId: string,
  sinceMs: number,
  onProgress: (requested: number) => void = () => undefined,
): Promise<{ requested: number }> => {
  let requested = 0;
  let next: string | undefined;
  do {
    const step = await recoverStep(workspaceId, webhookId, sinceMs, next);
    requested += step.requested;
    next = step.next;
    onProgress(requested);
  } while (next !== undefined);
  return { requested };
};

/** A webhook with few failures among many deliveries would otherwise take one reading of all of them. */
const countedRowsMax = 10_000;

export const countRecoverable = async (
  workspaceId: string,
  webhookId: string,
  sinceMs: number,
): Promise<RecoverableCount> => {
  await getWebhook(workspaceId, webhookId);
  let count = 0;
  const reading = { after: undefined, rowsMax: countedRowsMax, pageSize: countedMax, consistency: 'eventual' } as const;
  const next = await readLost(webhookId, sinceMs, reading, async (lost) => {
    count += lost.length;
    return count <= countedMax;
  });
  return { count: Math.min(count, countedMax), is_exact: next === undefined && count <= countedMax };
};

interface Reading {
  after: string | undefined;
  rowsMax: number;
  pageSize: number;
  consistency?: Consistency;
}

/** Goes on until `visit` returns false or so many rows were read, and returns where it stopped. */
const readLost = async (
  webhookId: string,
  sinceMs: number,
  { after, rowsMax, pageSize: limit, consistency = 'strong' }: Reading,
  visit: (lost: DeliverySummary[]) => Promise<boolean>,
): Promise<string | undefined> => {
  const statuses = ['failed', 'skipped', 'retrying'] as const;
  let next = after;
  let rowsLeft = rowsMax;
  let wantsMore = true;
  do {
    const query = { statuses, sinceMs, limit, after: next, consistency };
    const page: DeliveryPage = await queryDeliveries(webhookId, query);
    wantsMore = await visit(page.items.filter(isLost));
    next = page.next;
    rowsLeft -= page.rowsRead;
  } while (next !== undefined && rowsLeft > 0 && wantsMore);
  return next;
};

/** A test event has told what it was sent for, so it is not recovered. */
const isLost = (delivery: DeliverySummary): boolean => !isInProgress(delivery) && !isTestEvent(delivery.event);
