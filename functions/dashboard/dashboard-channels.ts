import { handler as connectMsgapp } from './channels/connect-msgapp.ts';
import { handler as connectSocial } from './channels/connect-social.ts';
import { handler as connectWeb } from './channels/connect-web.ts';
import { handler as createWebSecret } from './channels/create-web-secret.ts';
import { handler as disconnectChannel } from './channels/disconnect-channel.ts';
import { handler as listChannels } from './channels/list-channels.ts';
import { channelOperations } from './operations.ts';
import { serveOperations } from './serve-operations.ts';
import { handler as getTemplate } from './templates/get-template.ts';
import { handler as listTemplates } from './templates/list-templates.ts';
import { handler as syncTemplates } from './templates/sync-templates.ts';

export const handler = serveOperations('dashboardChannels', channelOperations, {
  listChannels,
  connectMsgapp,
  connectSocial,
  connectWeb,
  createWebSecret,
  disconnectChannel,
  listTemplates,
  getTemplate,
  syncTemplates,
});
