import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';

interface HeldKey {
  /** Identifies the key in query keys, which must not hold the secret. */
  id: string;
  secret: string;
  prefix: string;
  isOwn: boolean;
}

/** The secret is held in this page only: never in the URL, the cache or the storage. */
export const usePlaygroundKey = () => {
  const [held, setHeld] = useState<HeldKey>();
  const create = useOperation('createPlaygroundKey', ['listApiKeys']);
  const renew = async (): Promise<HeldKey> => {
    const { data } = await create.mutateAsync({});
    const made = { id: data.id, secret: data.key, prefix: data.prefix, isOwn: false };
    setHeld(made);
    return made;
  };
  return {
    held,
    renew,
    /** Creates the key when an example needs it for the first time. */
    ensure: async () => held ?? renew(),
    adopt: (secret: string) =>
      setHeld({ id: crypto.randomUUID(), secret, prefix: secret.slice(0, secret.indexOf('_live_') + 10), isOwn: true }),
    isPending: create.isPending,
    error: create.error,
  };
};

export type PlaygroundKey = ReturnType<typeof usePlaygroundKey>;
