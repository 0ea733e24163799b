import { useEffect, useState } from 'react';
import { useSession } from './session.ts';

const prefix = 'switchboard.draft ';

/**
 * State of a form that outlives a reload and a new sign-in in this tab, but not the form itself. A secret is never
 * kept: it belongs in `useState`.
 */
export const useDraft = <Value>(field: string, initial: Value) => {
  const { user } = useSession();
  const [key] = useState(() => `${prefix}${user.id} ${window.location.pathname}${window.location.search} ${field}`);
  const [value, setValue] = useState<Value>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as Value);
  });
  const change = (next: Value) => {
    setValue(next);
    sessionStorage.setItem(key, JSON.stringify(next));
  };
  useEffect(() => () => sessionStorage.removeItem(key), [key]);
  return [value, change] as const;
};

export const hasDrafts = (): boolean => Object.keys(sessionStorage).some((key) => key.startsWith(prefix));
