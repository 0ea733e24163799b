import type { Command } from './command.ts';
import { broadcastCancel } from './commands/broadcast-cancel.ts';
import { broadcastList } from './commands/broadcast-list.ts';
import { broadcastRecipients } from './commands/broadcast-recipients.ts';
import { channelConnect } from './commands/channel-connect.ts';
import { channelList } from './commands/channel-list.ts';
import { deliveryList } from './commands/delivery-list.ts';
import { deliveryRecover } from './commands/delivery-recover.ts';
import { deliveryRedeliver } from './commands/delivery-redeliver.ts';
import { keyCreate } from './commands/key-create.ts';
import { keyImport } from './commands/key-import.ts';
import { keyList } from './commands/key-list.ts';
import { keyRevoke } from './commands/key-revoke.ts';
import { queueList } from './commands/queue-list.ts';
import { queueRedrive } from './commands/queue-redrive.ts';
import { templateList } from './commands/template-list.ts';
import { templateSync } from './commands/template-sync.ts';
import { webhookConnect } from './commands/webhook-connect.ts';
import { webhookList } from './commands/webhook-list.ts';
import { workspaceCreate } from './commands/workspace-create.ts';
import { workspaceGet } from './commands/workspace-get.ts';
import { workspaceUpdate } from './commands/workspace-update.ts';

/** Every command, in the order of help. */
export const commands: readonly Command[] = [
  workspaceCreate,
  workspaceGet,
  workspaceUpdate,
  keyCreate,
  keyImport,
  keyList,
  keyRevoke,
  channelConnect,
  channelList,
  templateSync,
  templateList,
  broadcastList,
  broadcastCancel,
  broadcastRecipients,
  webhookConnect,
  webhookList,
  deliveryList,
  deliveryRedeliver,
  deliveryRecover,
  queueList,
  queueRedrive,
];
