import * as z from 'zod/mini';
import { idParams } from '../../model/id.ts';
import { conversationTask, recoveryTask, segmentTask, tagTask, task } from '../../model/tasks/task.ts';
import { defineOperation } from '../operation.ts';

const taskResponse = () => z.object({ data: task });

/** Sends a webhook everything again that it missed since then. */
export const startRecovery = defineOperation({
  method: 'POST',
  path: '/tasks/recovery',
  status: 202,
  body: recoveryTask,
  response: taskResponse,
  member: { role: 'admin', audit: 'delivery.recovered' },
});

export const startTagging = defineOperation({
  method: 'POST',
  path: '/tasks/tags',
  status: 202,
  body: tagTask,
  response: taskResponse,
  member: { role: 'agent' },
});

export const startAddToSegment = defineOperation({
  method: 'POST',
  path: '/tasks/segment',
  status: 202,
  body: segmentTask,
  response: taskResponse,
  member: { role: 'admin', audit: 'segment.contacts_changed' },
});

/** For more conversations than `updateConversations` takes. One in which the customer writes meanwhile keeps its status. */
export const startConversationChanges = defineOperation({
  method: 'POST',
  path: '/tasks/conversations',
  status: 202,
  body: conversationTask,
  response: taskResponse,
  member: { role: 'agent', audit: 'conversation.changed' },
});

/** The newest, of all members. */
export const listTasks = defineOperation({
  method: 'GET',
  path: '/tasks',
  response: () => z.object({ data: z.array(task) }),
  member: { role: 'agent' },
});

export const stopTask = defineOperation({
  method: 'POST',
  path: '/tasks/{id}/stop',
  params: idParams,
  response: taskResponse,
  member: { role: 'agent' },
});
