import { shownFailedMessage, shownFailedMessageQuery } from '../../model/messages/failed-message.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listFailedMessages = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/messages',
  role: 'agent',
  status: 200,
  paged: true,
  query: shownFailedMessageQuery,
  response: () => listResponse(shownFailedMessage),
});
