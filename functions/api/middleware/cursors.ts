import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../endpoint.ts';

/** Identifies a list by its path, path ids and filters. A cursor is valid for one list. */
export const listName = ({ path }: Endpoint, event: APIGatewayProxyEvent): string => {
  const { limit, cursor, ...filters } = event.queryStringParameters ?? {};
  return JSON.stringify([path, sortedEntries(event.pathParameters ?? {}), sortedEntries(filters)]);
};

const sortedEntries = (values: Record<string, string | undefined>): [string, string | undefined][] =>
  Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1));
