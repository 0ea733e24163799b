import { listEvents } from '../../domain/deliveries/list-events.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listEvents, ({ caller, query, page }) =>
  listEvents(caller.workspaceId, query, page),
);
