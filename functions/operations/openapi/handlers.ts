import { toBaseUrl } from '../../http/base-url.ts';
import type { PublicAct } from '../act.ts';
import type * as contract from './contract.ts';
import openapi from './openapi.json' with { type: 'json' };

export const getOpenapi = {
  run: async (event) => ({ ...openapi, servers: [{ url: toBaseUrl(event) }] }),
} satisfies PublicAct<typeof contract.getOpenapi>;
