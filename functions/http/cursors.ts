import type { Contract } from './contract.ts';
import type { Caller, HandlerInput } from './request.ts';

/**
 * Identifies a list by its path, path ids and filters. A cursor is valid for one list. The parsed query holds no
 * parameters that the contract does not know.
 */
export const listName = (
  { path, besides = [] }: Contract,
  { params, query }: Pick<HandlerInput<Caller>, 'params' | 'query'>,
): string => {
  const filters = sortedEntries(query).filter(([name]) => !besides.includes(name));
  return JSON.stringify([path, sortedEntries(params), filters]);
};

const sortedEntries = (values: unknown): [string, unknown][] =>
  Object.entries(values ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
