import { expect, it, onTestFinished, vi } from 'vitest';
import { makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { callHandlers } from '../../support/dashboard/handlers.ts';
import { allOperations, goodBodies, toTarget, unknownParams } from '../../support/dashboard/resources.ts';

const local = allOperations.filter(({ isLocal }) => isLocal);

/** A test of the stacks holds that none of them sets SIMULATOR_URL. */
const deploy = () => {
  vi.stubEnv('SIMULATOR_URL', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
};

it('every operation of the playground is an unknown path, for an Owner and for nobody', async () => {
  deploy();
  const { id, owner } = await makeStaffedWorkspace();
  expect(local).toHaveLength(7);
  for (const operation of local) {
    const { operationId, method } = operation;
    const target = toTarget(operation, { ...unknownParams(), workspace_id: id });
    const body = goodBodies[operationId]?.();
    const error = { message: 'Unknown path or method.' };
    for (const session of [owner.session, undefined])
      expect(await callHandlers(method, target, { session, body })).toMatchObject({ status: 404, json: { error } });
  }
});

it('the session says that there is no playground', async () => {
  const { owner } = await makeStaffedWorkspace();
  const read = () => callHandlers('GET', '/api/session', { session: owner.session });
  expect((await read()).json).toMatchObject({ data: { has_playground: true } });
  deploy();
  expect((await read()).json).toMatchObject({ data: { has_playground: false } });
});
