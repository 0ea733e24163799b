import { createRequire } from 'node:module';
import type { DeliveryJob } from '../../../functions/model/jobs.ts';

export interface FunctionReport {
  cpuMs: number;
  failed: number;
}

const [file = ''] = process.argv.slice(2);
const { handler } = createRequire(import.meta.url)(file);

const requestId = { stringValue: '01a1dfb1-bd1b-7000-84a8-f2f452448093', dataType: 'String' };

const toRecords = (jobs: DeliveryJob[]) =>
  jobs.map((job, index) => ({
    messageId: String(index),
    body: JSON.stringify(job),
    attributes: { ApproximateReceiveCount: '1' },
    messageAttributes: { request_id: requestId },
  }));

/** The first batches load the SDK and open connections, and are not measured. */
const warmUpBatches = 3;

process.on('message', async ({ jobs, batchSize }: { jobs: DeliveryJob[]; batchSize: number }) => {
  let failed = 0;
  let [measured, startedMicros] = [0, 0];
  const cpuMicros = () => process.cpuUsage().user + process.cpuUsage().system;
  for (let start = 0; start < jobs.length; start += batchSize) {
    if (start === warmUpBatches * batchSize) startedMicros = cpuMicros();
    if (start >= warmUpBatches * batchSize) measured += batchSize;
    const { batchItemFailures } = await handler({ Records: toRecords(jobs.slice(start, start + batchSize)) });
    failed += batchItemFailures.length;
  }
  const cpuMs = ((cpuMicros() - startedMicros) / 1_000) * (jobs.length / measured);
  process.send?.({ cpuMs, failed } satisfies FunctionReport);
});
process.on('disconnect', () => process.exit());
