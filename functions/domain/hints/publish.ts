import { type Hint, toChannel, toEvent } from '../../model/hints/hint.ts';
import { clock } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { publishEvent } from '../../platform/event-api.ts';
import { errorFields, log } from '../../platform/log/log.ts';
import { failedHintsFields } from '../../platform/log/metrics.ts';
import { findWatches, type StoredWatch } from '../../table/hints/watches.ts';
import type { WorkspaceHint } from './hints.ts';

/**
 * Tells the open pages of each workspace. Without any, it publishes nothing. It never throws, because pages poll besides:
 * neither a batch of changes nor a member's request fails or waits for long because of a hint.
 */
export const publishHints = async (hints: readonly WorkspaceHint[]): Promise<void> => {
  if (hints.length === 0) return;
  await publish(async () => {
    const byWorkspace = Map.groupBy(hints, ({ workspaceId }) => workspaceId);
    const watches = await readWatches([...byWorkspace.keys()]);
    return [...byWorkspace].flatMap(([workspaceId, ofWorkspace]) => {
      const watch = watches.get(workspaceId);
      return watch
        ? publishTo(
            workspaceId,
            watch,
            ofWorkspace.map(({ hint }) => hint),
          )
        : [];
    });
  });
};

/** The events are found and sent unless AppSync is down. It never throws. */
export const publish = async (send: () => Promise<Promise<boolean>[]>): Promise<void> => {
  if (!env.hintsHost() || clock.now() < pausedUntilMs) return;
  try {
    count(await Promise.all(await send()));
  } catch (error) {
    log('error', 'hints', { error: errorFields(error) });
    count([false]);
  }
};

/** Pages that heard nothing of the change yet learn it from the next hint. */
const renewMs = 15 * 60_000;

const publishTo = (workspaceId: string, watch: StoredWatch, hints: readonly Hint[]): Promise<boolean>[] => {
  const { epoch, earlier_epoch: earlier, changed_at: changedAt = '' } = watch;
  const isRecent = clock.now() - Date.parse(changedAt) < renewMs;
  return [
    publishEvent(toChannel(workspaceId, epoch), toEvent(hints)),
    ...(earlier !== undefined && isRecent ? [publishRenewal(workspaceId, earlier)] : []),
  ];
};

/** Members who still have access open the new channel. */
const publishRenewal = (workspaceId: string, epoch: string): Promise<boolean> =>
  publishEvent(toChannel(workspaceId, epoch), toEvent([{ kind: 'renew' }]));

/** A page that opens its socket reads everything once more when the shorter time is over. */
const keptMs = { watched: 30_000, unwatched: 5_000 };

const known = new Map<string, { watch: StoredWatch | undefined; readAtMs: number }>();
const knownMax = 1_000;

const readWatches = async (workspaceIds: readonly string[]): Promise<Map<string, StoredWatch>> => {
  const nowMs = clock.now();
  const isOld = (id: string): boolean => {
    const { watch, readAtMs = 0 } = known.get(id) ?? {};
    return nowMs - readAtMs >= (watch ? keptMs.watched : keptMs.unwatched);
  };
  const missing = workspaceIds.filter(isOld);
  if (known.size + missing.length > knownMax) known.clear();
  const read = missing.length === 0 ? [] : await findWatches(missing);
  for (const [index, id] of missing.entries()) known.set(id, { watch: read[index], readAtMs: nowMs });
  return new Map(
    workspaceIds.flatMap((id): [string, StoredWatch][] => {
      const watch = known.get(id)?.watch;
      return watch && watch.expires * 1_000 > nowMs ? [[id, watch]] : [];
    }),
  );
};

const failuresMax = 3;
const pauseMs = 60_000;
let failures = 0;
let pausedUntilMs = 0;

/** Nothing is published for a minute after several failures, so an outage of AppSync delays no batch. */
const count = (outcomes: readonly boolean[]): void => {
  const failed = outcomes.filter((wasSent) => !wasSent).length;
  failures = failed === outcomes.length ? failures + failed : 0;
  if (failed === 0) return;
  if (failures >= failuresMax) {
    pausedUntilMs = clock.now() + pauseMs;
    failures = 0;
  }
  log('warn', 'hints', { failed, ...failedHintsFields(failed) });
};

/** Called once the epoch has changed: this process must not go on with the earlier one. */
export const announceEpoch = async (workspaceId: string, watch: StoredWatch): Promise<void> => {
  known.set(workspaceId, { watch, readAtMs: clock.now() });
  if (watch.earlier_epoch && env.hintsHost()) await publishRenewal(workspaceId, watch.earlier_epoch).catch(() => false);
};
