import { clock, secondsPerDay } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { assign } from '../dynamodb/expressions.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** How many workers the slow webhooks of a workspace may take up at once: a twentieth of production's. */
export const workerSlotsMax = 10;

/** No invocation that delivers lasts longer. */
const deliveryMs = 30_000;

const expirySeconds = secondsPerDay;

type Release = () => Promise<unknown>;

/** Takes the first free one of so many slots of a kind. */
export const leaseFreeSlot = async (
  workspaceId: string,
  kind: 'COPY' | 'PREPARE',
  slotsMax: number,
  leaseMs: number,
): Promise<Release | undefined> => {
  for (let slot = 0; slot < slotsMax; slot += 1) {
    const release = await leaseWorkerSlot(workspaceId, `${kind}#${slot}`, leaseMs);
    if (release) return release;
  }
  return undefined;
};

/** A worker that dies keeps its slot until the lease ends. */
export const leaseWorkerSlot = async (
  workspaceId: string,
  slot: number | string,
  leaseMs = deliveryMs,
): Promise<Release | undefined> => {
  const Key = keys.workerSlot(workspaceId, slot);
  const holder = newId();
  const nowMs = clock.now();
  const { written } = await updateIf({
    Key,
    ConditionExpression: 'attribute_not_exists(pk) OR #leased_until_ms <= :now',
    ...assign(
      {
        entity: 'worker_slot',
        holder,
        leased_until_ms: nowMs + leaseMs,
        expires: Math.floor(nowMs / 1000) + expirySeconds,
      },
      { ':now': nowMs },
    ),
  });
  if (!written) return undefined;
  return () =>
    updateIf({
      Key,
      ConditionExpression: 'holder = :holder',
      ...assign({ leased_until_ms: 0 }, { ':holder': holder }),
    });
};
