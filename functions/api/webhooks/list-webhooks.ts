import { listWebhooks } from '../../domain/webhooks/webhooks.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listWebhooks, ({ caller }) => listWebhooks(caller.workspaceId));
