import { expect, it } from 'vitest';
import { publicStatusByCode } from '../../../functions/model/api-error.ts';
import openApi from '../../../functions/operations/openapi/openapi.json' with { type: 'json' };

it('the OpenAPI file names neither the code conflict nor the status 409', () => {
  const text = JSON.stringify(openApi);
  for (const code of Object.keys(publicStatusByCode)) expect(text).toContain(`"${code}"`);
  expect(text).not.toContain('"conflict"');
  expect(text).not.toContain('"409"');
});
