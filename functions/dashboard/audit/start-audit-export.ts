import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.startAuditExport, async () => ({ data: { started: true as const } }));
