import * as routing from '../../domain/routing/routing.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const getRouting = {
  run: async ({ caller }) => ({ data: await routing.getRouting(caller.workspaceId) }),
} satisfies Act<typeof contract.getRouting>;

export const updateRouting = {
  run: async ({ caller, body }) => ({ data: await routing.updateRouting(caller.workspaceId, body) }),
} satisfies Act<typeof contract.updateRouting>;
