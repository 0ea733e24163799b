import { revalidated } from '../../http/cacheable.ts';
import { compressed } from '../../http/compressed.ts';
import type { Contract } from '../../http/contract.ts';
import type { Middleware } from '../../http/middleware.ts';
import { noStore } from './no-store.ts';

/** Pages poll their reads. Errors and changes, whose responses may hold a secret, are not stored. */
export const responseCaching = ({ method }: Pick<Contract, 'method'>): Middleware[] =>
  method === 'GET' ? [noStore(), compressed(), revalidated()] : [noStore()];
