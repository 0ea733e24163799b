import { leaseFreeSlot } from '../../table/deliveries/worker-slots.ts';

/** A third of the ten workers of `copyMedia`, each of which is taken up until the slowest copy of its batch ends. */
export const copySlotsMax = 3;

/** Nearly every file is copied by then, and needs no slot. */
const slowMs = 10_000;

/** No invocation lasts longer. */
const leaseMs = 180_000;

/**
 * Runs a copy. One that takes longer than ten seconds needs a slot of its workspace, or it is aborted and tried again
 * later, so the files of slow hosts never take up the workers of all workspaces.
 */
export const withSlotIfSlow = async <Result>(
  workspaceId: string,
  copy: (signal: AbortSignal) => Promise<Result>,
  afterMs = slowMs,
): Promise<Result> => {
  const abort = new AbortController();
  let leased: ReturnType<typeof leaseFreeSlot> | undefined;
  const timer = setTimeout(() => {
    leased = leaseFreeSlot(workspaceId, 'COPY', copySlotsMax, leaseMs);
    leased.then(
      (release) => release ?? abort.abort(),
      () => abort.abort(),
    );
  }, afterMs);
  try {
    return await copy(abort.signal);
  } finally {
    clearTimeout(timer);
    await (await leased?.catch(() => undefined))?.();
  }
};
