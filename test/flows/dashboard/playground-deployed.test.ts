import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Operation } from '../../../functions/dashboard/operation.ts';
import { operations } from '../../../functions/dashboard/operations.ts';
import { makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { callHandlers } from '../../support/dashboard/handlers.ts';
import { goodBodies, unknownParams } from '../../support/dashboard/resources.ts';

const all: readonly Operation[] = Object.values(operations);
const local = all.filter(({ isLocal }) => isLocal);

/** A test of the stacks holds that none of them sets SIMULATOR_URL. */
const deploy = () => {
  vi.stubEnv('SIMULATOR_URL', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
};

describe('a deployed dashboard', () => {
  it('every operation of the playground is an unknown path, for an Owner and for nobody', async () => {
    deploy();
    const { id, owner } = await makeStaffedWorkspace();
    expect(local).toHaveLength(7);
    for (const { operationId, method, path } of local) {
      const params: Record<string, string> = { ...unknownParams(), workspace_id: id };
      const target = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`;
      const body = goodBodies[operationId as keyof typeof goodBodies]?.();
      for (const session of [owner.session, undefined])
        expect(await callHandlers(method, target, { session, body })).toMatchObject({
          status: 404,
          json: { error: { message: 'Unknown path or method.' } },
        });
    }
  });

  it('the session says that there is no playground', async () => {
    const { owner } = await makeStaffedWorkspace();
    const read = () => callHandlers('GET', '/api/session', { session: owner.session });
    expect((await read()).json).toMatchObject({ data: { has_playground: true } });
    deploy();
    expect((await read()).json).toMatchObject({ data: { has_playground: false } });
  });
});
