import type { Route } from '../http/route.ts';
import { getObject } from './get-object.ts';
import { listTemplates } from './list-templates.ts';
import { deleteMedia, getFile, uploadMedia } from './media.ts';
import { sendMessage } from './send-message.ts';

export const channelRoutes: readonly Route[] = [
  { method: 'POST', path: '/:version/:id/messages', about: 'Sends a message.', handle: sendMessage },
  { method: 'POST', path: '/:version/:id/media', about: 'Uploads a file.', handle: uploadMedia },
  {
    method: 'GET',
    path: '/:version/:id/message_templates',
    about: 'Lists the templates of a business account.',
    handle: listTemplates,
  },
  { method: 'GET', path: '/:version/:id', about: 'Describes a file or a customer.', handle: getObject },
  { method: 'DELETE', path: '/:version/:id', about: 'Deletes a file.', handle: deleteMedia },
  { method: 'GET', path: '/_cdn/:id', about: 'Downloads a file by its short-lived link.', handle: getFile },
];
