import { toBaseUrl } from '../../http/base-url.ts';
import { handlePublic } from '../handle.ts';
import { getOpenapi } from './contract.ts';
import openapi from './openapi.json' with { type: 'json' };

export const handler = handlePublic(getOpenapi, async (event) => ({
  ...openapi,
  servers: [{ url: toBaseUrl(event) }],
}));
