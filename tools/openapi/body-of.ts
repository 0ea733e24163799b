import type * as z from 'zod/mini';
import type { Endpoint } from '../../functions/api/endpoint.ts';

export const bodyOf = ({ operationId, body }: Pick<Endpoint, 'operationId' | 'body'>): z.ZodMiniType => {
  if (!body) throw new Error(`${operationId} has no body.`);
  return body;
};
