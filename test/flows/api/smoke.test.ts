import { expect, inject, it } from 'vitest';
import { checkDeployment } from '../../../tools/smoke/checks.ts';

it('the running service passes the smoke test of a deployment', async () => {
  const { baseUrl } = inject('service');
  const results = await checkDeployment({ baseUrl }, { attemptsMax: 1, waitMs: 0 });
  expect(results).toHaveLength(4);
  expect(results.filter(({ fault }) => fault !== undefined)).toEqual([]);
});
