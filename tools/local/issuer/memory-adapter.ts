import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  expiresMs: number;
}

/** Keeps sessions, codes and tokens until the process ends. */
export const createMemoryAdapter = (): ((model: string) => Adapter) => {
  const entries = new Map<string, Entry>();
  const findEntry = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresMs > Date.now()) return entry;
    entries.delete(key);
    return undefined;
  };
  const findKey = (model: string, matches: (payload: AdapterPayload) => boolean): string | undefined =>
    [...entries.keys()].find((key) => {
      const payload = key.startsWith(`${model}:`) ? findEntry(key)?.payload : undefined;
      return payload !== undefined && matches(payload);
    });
  return (model) => {
    const toKey = (id: string): string => `${model}:${id}`;
    return {
      upsert: async (id, payload, expiresInSeconds = Number.POSITIVE_INFINITY) => {
        entries.set(toKey(id), { payload, expiresMs: Date.now() + expiresInSeconds * 1000 });
      },
      find: async (id) => findEntry(toKey(id))?.payload,
      findByUid: async (uid) => entries.get(findKey(model, (payload) => payload.uid === uid) ?? '')?.payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const entry = findEntry(toKey(id));
        if (entry !== undefined) entry.payload = { ...entry.payload, consumed: Math.floor(Date.now() / 1000) };
      },
      destroy: async (id) => void entries.delete(toKey(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
};
