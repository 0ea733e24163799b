import type { EraseContactJob } from '../../model/erasures/erasure.ts';
import type { QueueJob } from '../queues.ts';

const delaySecondsMax = 900;

export const buildEraseJob = (job: EraseContactJob, delaySeconds = 0): QueueJob => ({
  queue: 'eraseContacts',
  body: job,
  group: job.workspace_id,
  ...(delaySeconds > 0 ? { delaySeconds: Math.min(delaySecondsMax, Math.ceil(delaySeconds)) } : {}),
});
