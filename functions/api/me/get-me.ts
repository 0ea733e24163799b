import { describeCaller } from '../../domain/workspaces/workspaces.ts';
import { handle } from '../handle.ts';
import { getMe } from './contract.ts';

export const handler = handle(getMe, async ({ caller }) => ({ data: describeCaller(caller) }));
