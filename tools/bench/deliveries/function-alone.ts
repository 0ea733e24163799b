import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { consumers } from '../../../functions/consumers/consumers.ts';
import type { DeliveryJob } from '../../../functions/model/jobs.ts';
import { bundle } from '../../../lib/functions/bundle.ts';
import type { DeliveryUnits } from '../costs/job-costs.ts';
import { withTempDir } from '../run.ts';
import type { DeliveryService } from './load.ts';
import { type BenchWebhook, makeBenchWebhooks, toHealthyPaths } from './workspaces.ts';

const batchSize = 10;

/** deliverWebhook in a process of its own, with one batch at a time, as in Lambda. */
export interface FunctionRow extends DeliveryUnits {
  webhooksPerBatch: number;
  deliveries: number;
  cpuMs: number;
  perSecondAndCore: number;
}

export const measureFunction = (service: DeliveryService, deliveries: number): Promise<FunctionRow[]> =>
  withTempDir(async (tempDir) => {
    const entry = consumers.find(({ name }) => name === 'deliverWebhook')?.entry ?? '';
    await bundle({ deliverWebhook: entry }, tempDir);
    const webhooks = await makeBenchWebhooks(service.receiverUrl, toHealthyPaths(0, batchSize));
    const file = join(tempDir, 'deliverWebhook', 'index.js');
    return [
      await measure(file, service, webhooks, deliveries),
      await measure(file, service, webhooks.slice(0, 1), deliveries),
    ];
  });

const measure = async (
  file: string,
  { deliverEnvironment }: DeliveryService,
  webhooks: readonly BenchWebhook[],
  deliveries: number,
): Promise<FunctionRow> => {
  const { newId } = await import('../../../functions/platform/ids.ts');
  const jobs = Array.from({ length: Math.ceil(deliveries / batchSize) * batchSize }, (_, n) =>
    buildJob(webhooks[n % webhooks.length], newId(), newId()),
  );
  const child = fork(join(import.meta.dirname, 'function-process.ts'), [file], {
    env: { ...deliverEnvironment, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const logged = text(child.stdout ?? Readable.from([]));
  child.send({ jobs, batchSize });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`deliverWebhook ended with exit code ${code} before its report.`);
  });
  const [{ cpuMs, failed }]: [FunctionReport] = (await Promise.race([once(child, 'message'), ended])) as never;
  ended.catch(() => undefined);
  child.disconnect();
  const log = await logged;
  if (failed > 0) throw new Error(`${failed} of ${jobs.length} deliveries failed:\n${log.slice(0, 500)}`);
  const cpuMsEach = cpuMs / jobs.length;
  return {
    webhooksPerBatch: webhooks.length,
    deliveries: jobs.length,
    cpuMs: cpuMsEach,
    perSecondAndCore: 1_000 / cpuMsEach,
    ...averageUnits(log, jobs.length),
  };
};

const buildJob = (webhook: BenchWebhook | undefined, id: string, contactId: string): DeliveryJob => ({
  webhookId: webhook?.id ?? '',
  generation: 1,
  event: {
    id,
    name: 'contact.created',
    occurredAt: new Date().toISOString(),
    workspaceId: webhook?.workspaceId ?? '',
    data: { contact_id: contactId, phone: '+4915112345678', name: 'Bench' },
  },
  attemptNumber: 1,
  firstAttempt: 1,
});

/** Divides the sum of all lines, so each delivery has its part of what a batch shares. */
const averageUnits = (log: string, deliveries: number): DeliveryUnits => {
  const texts = log.split('\n').filter(Boolean);
  const lines = texts.map((line) => JSON.parse(line));
  const average = (field: string): number => lines.reduce((sum, line) => sum + line[field], 0) / deliveries;
  return {
    readUnits: average('read_units'),
    writeUnits: average('write_units'),
    roundTrips: average('round_trips'),
    logBytes: texts.reduce((sum, line) => sum + Buffer.byteLength(line), 0) / deliveries,
    logLines: lines.length / deliveries,
  };
};

interface FunctionReport {
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
