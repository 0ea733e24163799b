import { expect, it } from 'vitest';
import openApi from '../../../functions/api/openapi/openapi.json' with { type: 'json' };
import { ApiError, publicStatusByCode, statusByCode } from '../../../functions/model/api-error.ts';

it('a conflict is 409 in the dashboard and unknown to the public API', () => {
  expect(statusByCode[new ApiError('conflict', 'Try again.').code]).toBe(409);
  expect(Object.keys(statusByCode).filter((code) => !(code in publicStatusByCode))).toEqual(['conflict']);
});

it('the OpenAPI file names neither the code conflict nor the status 409', () => {
  const text = JSON.stringify(openApi);
  for (const code of Object.keys(publicStatusByCode)) expect(text).toContain(`"${code}"`);
  expect(text).not.toContain('"conflict"');
  expect(text).not.toContain('"409"');
});
