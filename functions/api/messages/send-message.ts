import { sendMessage } from '../../domain/messages/send-message.ts';
import { toSendResult } from '../../domain/messages/send-outcome.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.sendMessage, async ({ caller, id, body }) => ({
  data: toSendResult(await sendMessage(caller.workspaceId, id, body)),
}));
