import { describeCaller } from '../../domain/workspaces/workspaces.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const getMe = {
  run: async ({ caller }) => ({ data: describeCaller(caller) }),
} satisfies Act<typeof contract.getMe>;
