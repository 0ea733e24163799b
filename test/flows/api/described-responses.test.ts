import { beforeAll, it } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';
import { expectDescribed } from '../../support/described-api.ts';

const unknownId = '019a2b1c-1f00-7e44-9c30-3f5a7c9ecc04';

/** Nobody's, one without scopes and one with all of them. */
let keys: (string | undefined)[] = [];

beforeAll(async () => {
  const { id, key } = await makeWorkspace([]);
  keys = [undefined, key, await makeKey(id)];
});

it.each(endpoints.filter(({ access }) => access !== 'public'))(
  'the refusals of $operationId are as the OpenAPI document describes them',
  async (endpoint) => {
    const path = endpoint.path.replace('{id}', unknownId);
    const body = endpoint.body ? {} : undefined;
    for (const key of keys) expectDescribed(endpoint, await call(endpoint.method, path, { key, body }));
  },
);
