import { describe, expect, inject, it } from 'vitest';
import { dashboardFunctions } from '../../../functions/dashboard/functions.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { callHandlers, findDashboardFunction } from '../../support/dashboard/handlers.ts';
import { allOperations, goodBodies, makeParams, toTarget } from '../../support/dashboard/resources.ts';
import { grantsOf, recordGrants } from '../../support/table/grants.ts';

// An example of the playground runs against the API.
process.env['API_BASE_URL'] = inject('service').baseUrl;

const names = dashboardFunctions.map(({ name }) => name).filter((name) => name !== 'signIn');

describe.each(names)('the grants of the function %s', (name) => {
  const served = allOperations.filter(({ path }) => findDashboardFunction(`/api${path}`).name === name);

  it.each(served)('$operationId uses nothing else', async (operation) => {
    const { operationId, method } = operation;
    const { id, owner } = await makeStaffedWorkspace();
    const target = toTarget(operation, { workspace_id: id, ...(await makeParams[operationId]?.(id, owner)) });
    const body = goodBodies[operationId]?.();
    const used = recordGrants();
    const { status } = await callHandlers(method, target, {
      session: owner.session,
      body,
      headers: { 'idempotency-key': newId() },
    });
    expect(status).toBeLessThan(300);
    expect(grantsOf(name)).toEqual(expect.arrayContaining([...used]));
  });
});
