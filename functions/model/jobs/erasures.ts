import * as z from 'zod/mini';
import { delay, type QueueJob } from './job.ts';

export const eraseContactJob = z.object({ workspaceId: z.uuid(), contactId: z.uuid() });

export type EraseContactJob = z.output<typeof eraseContactJob>;

export const buildEraseJob = (job: EraseContactJob, delaySeconds = 0): QueueJob => ({
  queue: 'eraseContacts',
  body: job,
  group: job.workspaceId,
  ...delay(delaySeconds),
});
