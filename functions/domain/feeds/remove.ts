import { buildMaintenanceJob, type DeleteFeedJob } from '../../model/jobs.ts';
import { queryFeedBatches, removeFeedBatches, removeFeedHead } from '../../table/feeds/batches.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

const batchesPerStep = 25;
const stepsPerRun = 20;

/** Removes the events of a feed that was deleted or has expired. */
export const deleteFeedEvents = async (job: DeleteFeedJob): Promise<void> => {
  addLogFields({ feed_id: job.feedId });
  await removeFeedHead(job.feedId);
  for (let step = 0; step < stepsPerRun; step += 1) {
    const batches = await queryFeedBatches(job.feedId, 1, batchesPerStep);
    if (batches.length === 0) return;
    await removeFeedBatches(job.feedId, batches);
  }
  await enqueueJobs([buildMaintenanceJob(job)]);
};
