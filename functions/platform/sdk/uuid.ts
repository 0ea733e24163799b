import { randomUUID } from 'node:crypto';

/** The SDK takes the global `crypto`, which loads Node's Web Crypto. */
export const bindV4 = () => (): string => randomUUID();
