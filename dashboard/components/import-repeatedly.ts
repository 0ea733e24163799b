import { onlineManager } from '@tanstack/react-query';

/** A chunk did not arrive: there is no connection, or a newer version has replaced it. */
export class ChunkError extends Error {}

const waitsMs = [500, 1_500, 4_000];

/** Imports again with backoff, unless the browser knows that it is offline. */
export const importRepeatedly = async <Module>(
  load: () => Promise<Module>,
  [waitMs, ...rest] = waitsMs,
): Promise<Module> => {
  try {
    return await load();
  } catch (cause) {
    if (waitMs === undefined || !onlineManager.isOnline()) throw new ChunkError('The chunk did not load.', { cause });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return importRepeatedly(load, rest);
  }
};
