import { attempt } from '../attempt.ts';

/** What this browser keeps for a site. Where storage is blocked, the page keeps it as long as it is open. */
export interface Device {
  get: (key: string) => string | undefined;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
  keys: (start: string) => string[];
  clear: () => void;
}

export const openDevice = (site: string, findStorage: () => Storage): Device => {
  const prefix = `switchboard.${site}.`;
  const memory = new Map<string, string>();
  const storage = attempt(findStorage);
  const stored = (): string[] =>
    attempt(() => Object.keys(storage ?? {}).filter((key) => key.startsWith(prefix))) ?? [];
  const device: Device = {
    get: (key) => memory.get(key) ?? attempt(() => storage?.getItem(prefix + key)) ?? undefined,
    set: (key, value) => {
      const isStored = attempt(() => {
        storage?.setItem(prefix + key, value);
        return storage?.getItem(prefix + key) === value;
      });
      if (isStored) memory.delete(key);
      else memory.set(key, value);
    },
    remove: (key) => {
      memory.delete(key);
      attempt(() => storage?.removeItem(prefix + key));
    },
    keys: (start) => {
      const all = [...memory.keys(), ...stored().map((key) => key.slice(prefix.length))];
      return [...new Set(all)].filter((key) => key.startsWith(start));
    },
    clear: () => {
      for (const key of device.keys('')) device.remove(key);
    },
  };
  return device;
};
