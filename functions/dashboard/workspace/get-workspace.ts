import { describeWorkspace } from '../../domain/workspaces/describe-workspace.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.getWorkspace, async ({ caller }) => ({
  data: await describeWorkspace(caller.workspaceId),
}));
