import { expect, it } from 'vitest';
import openApi from '../../../functions/api/openapi/openapi.json' with { type: 'json' };
import { publicStatusByCode } from '../../../functions/model/api-error.ts';

it('the OpenAPI file names neither the code conflict nor the status 409', () => {
  const text = JSON.stringify(openApi);
  for (const code of Object.keys(publicStatusByCode)) expect(text).toContain(`"${code}"`);
  expect(text).not.toContain('"conflict"');
  expect(text).not.toContain('"409"');
});
