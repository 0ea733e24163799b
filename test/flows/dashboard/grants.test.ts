import { describe, expect, inject, it } from 'vitest';
import type { Operation } from '../../../functions/dashboard/operation.ts';
import { channelOperations, type OperationId, operations } from '../../../functions/dashboard/operations.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { callHandlers } from '../../support/dashboard/handlers.ts';
import { goodBodies, makeParams } from '../../support/dashboard/resources.ts';
import { grantsOf, recordGrants } from '../../support/table/grants.ts';

/** A function may do what all its operations need together, so only this test shows which one needs what. */

/** What authentication, the audit entry and the idempotency record of any operation use. */
const requestGrants = ['table:BatchGetItem', 'table:PutItem', 'table:UpdateItem'];

// An example of the playground runs against the API.
process.env['API_BASE_URL'] = inject('service').baseUrl;

const all: readonly Operation[] = Object.values(operations);

describe.each(all)('the grants of $operationId', ({ operationId, method, path, grants }) => {
  it('its contract names every action on the table that it takes', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const operation = operationId as OperationId;
    const params: Record<string, string> = { workspace_id: id, ...(await makeParams[operation]?.(id, owner)) };
    const target = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`;
    const body = goodBodies[operation]?.();
    const call = { session: owner.session, body, headers: { 'idempotency-key': newId() } };
    const used = recordGrants();
    const { status } = await callHandlers(method, target, call);
    expect(status).toBeLessThan(300);
    const actions = [...used].filter((grant) => grant.startsWith('table:'));
    expect(actions.filter((grant) => ![...requestGrants, ...grants].includes(grant))).toEqual([]);
    expect(grantsOf(operation in channelOperations ? 'dashboardChannels' : 'dashboard')).toEqual(
      expect.arrayContaining([...used]),
    );
  });
});
