import type { Endpoint } from '../endpoint.ts';
import type { HandlerInput } from './request.ts';

/**
 * Identifies a list by its path, path ids and filters. A cursor is valid for one list. The parsed query holds no
 * parameters that the endpoint does not know.
 */
export const listName = ({ path }: Endpoint, { params, query }: Pick<HandlerInput, 'params' | 'query'>): string =>
  JSON.stringify([path, sortedEntries(params), sortedEntries(query)]);

const sortedEntries = (values: unknown): [string, unknown][] =>
  Object.entries(values ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
