import { newId } from '../../functions/platform/ids.ts';
import { makeThing } from './fixture/things.ts';

/** Makes something of each area in a workspace, so that the matrix can ask for it from another workspace. */
export const makeResource: Record<string, (workspaceId: string) => Promise<string>> = {
  things: async (workspaceId) => (await makeThing(workspaceId, newId(), { name: 'Thing' })).id,
};
