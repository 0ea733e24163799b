import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { queueNames } from '../../../functions/model/queue.ts';
import { memoryMbOf } from '../../../lib/functions/memory.ts';
import { toParts } from '../../../lib/functions/parts.ts';
import { environments, getSettings } from '../../../lib/settings.ts';
import { pairWithDeadLetters } from '../../../tools/admin/queues.ts';
import { listFunctions } from '../fixture/functions.ts';
import { listIds, listResources, readAssemblyFile, readStacks } from '../fixture/stacks.ts';

const defaultAccountConcurrency = 1_000;

describe.each(Object.keys(environments))('consumers of %s', (environment) => {
  const stacks = readStacks(environment);
  const { service } = stacks;
  const functions = listFunctions(stacks.service);
  const settings = getSettings(environment);
  const mappings = listResources(service, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);
  const findMapping = (name: string) => mappings.find(({ FunctionName }) => FunctionName === `<${name}Function>`);

  it.each(consumers)('$name has the memory of the settings and its own timeout', ({ name, timeoutSeconds }) => {
    expect(functions.get(name)?.['Properties']).toMatchObject({
      MemorySize: memoryMbOf(name, settings),
      Timeout: timeoutSeconds,
    });
  });

  it('only consumers that send to their own queue are exempt from loop detection', () => {
    const recursive = [...functions].filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow');
    expect(recursive.map(([name]) => name).sort()).toEqual([
      'assignConversations',
      'checkBroadcast',
      'copyMedia',
      'deliverWebhook',
      'eraseContacts',
      'prepareBroadcast',
      'processInbound',
      'runMaintenance',
      'sendBroadcast',
    ]);
  });

  it('every consumer has exactly one event source, which calls it and no alias', () => {
    expect(mappings.map(({ FunctionName }) => FunctionName).sort()).toEqual(
      consumers.map(({ name }) => `<${name}Function>`).sort(),
    );
  });

  it.each(consumers)(
    '$name reports single failed items if it reads a queue, and fails as a whole if not',
    (consumer) => {
      const expected = 'queue' in consumer.source ? ['ReportBatchItemFailures'] : undefined;
      expect(findMapping(consumer.name)?.['FunctionResponseTypes']).toEqual(expected);
    },
  );

  it('the stream is read from its oldest record, and a failing record is isolated and retried for at most 20 hours', () => {
    const mapping = findMapping('dispatchChanges');
    expect(mapping).not.toHaveProperty('MaximumRetryAttempts');
    expect(mapping).toMatchObject({
      EventSourceArn: '<Table.StreamArn>',
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      ParallelizationFactor: 10,
      MaximumRecordAgeInSeconds: 20 * 60 * 60,
      DestinationConfig: { OnFailure: { Destination: '<discardedChanges.Arn>' } },
    });
  });

  it('the stream invokes the function only for the changes that the consumer lists', () => {
    const { source } = consumers.find(({ name }) => name === 'dispatchChanges') ?? {};
    const patterns = source && 'changes' in source ? source.changes(toParts(settings)) : [];
    expect(patterns).not.toEqual([]);
    expect(findMapping('dispatchChanges')?.['FilterCriteria']).toEqual({
      Filters: patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) })),
    });
  });

  describe('queues', () => {
    const queueIds = listIds(service, 'AWS::SQS::Queue');
    const queueConsumers = consumers.flatMap(({ source, ...consumer }) =>
      'queue' in source ? [{ ...consumer, queue: source.queue }] : [],
    );
    const concurrencyByQueue = new Map(
      queueConsumers.map(({ name, queue }) => [queue, findMapping(name)?.['ScalingConfig']?.MaximumConcurrency]),
    );
    const sumConcurrency = (pattern: RegExp): number =>
      [...concurrencyByQueue].reduce((sum, [queue, calls]) => sum + (pattern.test(queue) ? calls : 0), 0);

    it('every queue has exactly one consumer', () => {
      expect(queueConsumers.map(({ queue }) => queue).sort()).toEqual(queueNames.toSorted());
      expect(queueIds.sort()).toEqual(
        [...queueNames.flatMap((name) => [`${name}Queue`, `${name}QueueDeadLetters`]), 'discardedChanges'].sort(),
      );
    });

    it.each(queueConsumers)('$name polls its queue in batches of its own size', ({ name, queue, batchSize }) => {
      expect(findMapping(name)).toMatchObject({ EventSourceArn: `<${queue}Queue.Arn>`, BatchSize: batchSize });
    });

    it.each(queueConsumers)(
      '$queue hides a message for six timeouts of its consumer and dead-letters it after five receives',
      ({ queue, timeoutSeconds }) => {
        const [workQueue] = listResources(service, 'AWS::SQS::Queue').filter(({ id }) => id === `${queue}Queue`);
        expect(workQueue?.['Properties']).toMatchObject({
          VisibilityTimeout: 6 * timeoutSeconds,
          RedrivePolicy: { deadLetterTargetArn: `<${queue}QueueDeadLetters.Arn>`, maxReceiveCount: 5 },
        });
      },
    );

    it('dead letters and discarded changes are kept for 14 days', () => {
      const retention = { Properties: { RedrivePolicy: Match.absent(), MessageRetentionPeriod: 14 * 24 * 60 * 60 } };
      expect(listResources(service, 'AWS::SQS::Queue', retention)).toHaveLength(queueNames.length + 1);
    });

    it("every queue is encrypted with our key or with AWS's", () => {
      service.allResourcesProperties(
        'AWS::SQS::Queue',
        getSettings(environment).customerManagedKeys
          ? { KmsMasterKeyId: '<TableKey.Arn>' }
          : { KmsMasterKeyId: Match.absent(), SqsManagedSseEnabled: true },
      );
    });

    it.each(queueConsumers)('$queue has a concurrency limit, that of the settings if they have one', (consumer) => {
      const concurrency = concurrencyByQueue.get(consumer.queue);
      expect(concurrency).toBe(settings.concurrency[consumer.queue] ?? consumer.concurrencyMax);
      expect(concurrency).toBeGreaterThanOrEqual(2);
      expect(concurrency).toBeLessThanOrEqual(1_000);
    });

    it('full queues leave half of the account concurrency to the API', () => {
      expect(sumConcurrency(/./)).toBeLessThanOrEqual(defaultAccountConcurrency / 2);
    });

    it('broadcasts get less concurrency than webhook deliveries, so they cannot starve them', () => {
      expect(sumConcurrency(/Broadcast$/)).toBeGreaterThan(0);
      expect(sumConcurrency(/Broadcast$/)).toBeLessThan(sumConcurrency(/^deliverWebhook$/));
    });
  });
});

const { Resources } = JSON.parse(readAssemblyFile('staging', 'Switchboard-staging-service.template.json'));
const ids = Object.keys(Resources).filter((id) => Resources[id].Type === 'AWS::SQS::Queue');
const pairs = pairWithDeadLetters(Object.fromEntries(ids.map((id) => [id, id])));

describe('queues of the admin tool', () => {
  it('the queues of the template are found under the names of their consumers', () => {
    const names = consumers.map(({ source }) => ('queue' in source ? source.queue : 'discardedChanges'));
    expect(pairs.map(({ name }) => name).sort()).toEqual([...new Set(names)].sort());
  });

  it('every queue of the template is found, with its dead letters', () => {
    const urls = pairs.flatMap(({ url, deadLettersUrl }) => [url ?? [], deadLettersUrl].flat());
    expect(ids).not.toEqual([]);
    expect(urls.sort()).toEqual(ids.sort());
    for (const { name, url } of pairs) expect(url === undefined, name).toBe(name === 'discardedChanges');
  });
});
