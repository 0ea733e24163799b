import { type RecoverableCount, type Recovery, recoverableCountMax } from '../../model/deliveries/delivery-log.ts';
import { isTestEvent } from '../../model/deliveries/event.ts';
import { isoTime } from '../../platform/clock.ts';
import { pack } from '../../platform/pack.ts';
import { type DeliverySummary, requestRedelivery } from '../../table/deliveries/deliveries.ts';
import { type DeliveryPage, type DeliveryQuery, queryDeliveriesOf } from '../../table/deliveries/query-deliveries.ts';
import { readLimits } from '../../table/dynamodb/query.ts';
import type { Consistency } from '../../table/dynamodb/read.ts';
import { getStoredWebhook } from '../webhooks/webhooks.ts';
import { isInProgress, requireActiveWebhook } from './redeliver.ts';

export interface RecoveryStep {
  data: Recovery;
  /** It is undefined once everything was looked at. */
  next: string | undefined;
}

/** A partition is read a little beyond its share of a page, so larger pages read fewer rows twice. */
const pageSize = 500;

const writesAtOnce = 100;

/**
 * Requests what was lost since then, from the newest event back, as far as one call gets. A step that is repeated
 * requests only what is still lost.
 */
export const recoverStep = async (
  workspaceId: string,
  webhookId: string,
  since: string,
  after: string | undefined,
): Promise<RecoveryStep> => {
  await requireActiveWebhook(workspaceId, webhookId);
  let requested = 0;
  const next = await readDeliveries(
    webhookId,
    { sinceMs: Date.parse(since), statuses: lostStatuses },
    { after, rowsMax: readLimits.rowsPerCall, pageSize },
    async (deliveries) => {
      for (const lost of pack(deliveries.filter(isLost), { countMax: writesAtOnce }))
        requested += (await Promise.all(lost.map(requestRedelivery))).filter(Boolean).length;
      return true;
    },
  );
  return { data: { requested }, next };
};

/** Few failures among many deliveries would otherwise take a reading of all of them. */
const counting = { pageSize: recoverableCountMax, rowsMax: 10_000 };

export const countRecoverable = async (
  workspaceId: string,
  webhookId: string,
  { since = isoTime(0), until }: { since?: string | undefined; until?: string | undefined } = {},
  bounds = counting,
): Promise<RecoverableCount> => {
  await getStoredWebhook(workspaceId, webhookId);
  let count = 0;
  let pending = 0;
  const wanted = {
    sinceMs: Date.parse(since),
    untilMs: until === undefined ? undefined : Date.parse(until),
    statuses: [...lostStatuses, 'requested'] as const,
  };
  // With an end, it tells the outcome of a recovery, so it must not see what was there before.
  const consistency = until === undefined ? 'eventual' : 'strong';
  const reading = { ...bounds, after: undefined, consistency } as const;
  const next = await readDeliveries(webhookId, wanted, reading, async (deliveries) => {
    count += deliveries.filter(isLost).length;
    pending += deliveries.filter((delivery) => delivery.status === 'requested' || isInProgress(delivery)).length;
    return count <= recoverableCountMax;
  });
  return {
    count: Math.min(count, recoverableCountMax),
    pending,
    is_exact: next === undefined && count <= recoverableCountMax,
  };
};

const lostStatuses = ['failed', 'skipped', 'retrying'] as const;

interface Reading {
  after: string | undefined;
  rowsMax: number;
  pageSize: number;
  consistency?: Consistency;
}

/** Goes on until `visit` returns false or so many rows were read, and returns where it stopped. */
const readDeliveries = async (
  webhookId: string,
  wanted: Pick<DeliveryQuery, 'sinceMs' | 'untilMs' | 'statuses'>,
  { after, rowsMax, pageSize: limit, consistency = 'strong' }: Reading,
  visit: (deliveries: DeliverySummary[]) => Promise<boolean>,
): Promise<string | undefined> => {
  let next = after;
  let rowsLeft = rowsMax;
  let wantsMore = true;
  do {
    const query = { ...wanted, limit, after: next, consistency };
    const page: DeliveryPage = await queryDeliveriesOf([webhookId], query);
    wantsMore = await visit(page.items);
    next = page.next;
    rowsLeft -= page.rowsRead;
  } while (next !== undefined && rowsLeft > 0 && wantsMore);
  return next;
};

/** A test event has told what it was sent for, so it is not recovered. */
const isLost = (delivery: DeliverySummary): boolean =>
  delivery.status !== 'requested' && !isInProgress(delivery) && !isTestEvent(delivery.event);
