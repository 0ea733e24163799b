import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Clients } from '../engines/clients.ts';
import type { Queue } from '../engines/sqs.ts';
import type { TableStream } from '../engines/tables.ts';
import { getFunctionByReference, type HostedFunction } from '../lambda/function-host.ts';
import { LocalError } from '../local-error.ts';
import { type Deployment, findResources, qualifiedName, readProperties } from '../template/deployment.ts';
import { type EventSourceMapping, isQueueArn, readEventSourceMappings } from './event-source-mapping.ts';
import { type EventSource, startQueueSource } from './queue-source.ts';
import { openStreamFeed, type StreamFeed } from './stream-feed.ts';
import { createdAtMs, type EngineRecord, sequenceNumber } from './stream-record.ts';
import { openCheckpoint, startStreamSource } from './stream-source.ts';

export interface EventSourceContext {
  queues: Queue[];
  streams: TableStream[];
  functions: HostedFunction[];
  clients: Clients;
  dataDir: string;
}

export const startEventSources = (deployment: Deployment, sources: EventSourceContext): EventSource[] => {
  const { dynamodbStreams: client, readRecords } = sources.clients;
  const feeds = new Map(
    sources.streams.map(({ streamArn, engineStreamArn }) => {
      return [streamArn, openStreamFeed({ client, readRecords, engineStreamArn })] as const;
    }),
  );
  const mappings = readEventSourceMappings(deployment).map((mapping) =>
    isQueueArn(mapping.sourceArn) ? startQueueMapping(mapping, sources) : startStreamMapping(mapping, sources, feeds),
  );
  return [...mappings, ...feeds.values()];
};

const startQueueMapping = (
  mapping: EventSourceMapping,
  { queues, functions, clients }: EventSourceContext,
): EventSource =>
  startQueueSource({
    mapping,
    client: clients.sqs,
    queueUrl: getQueueUrl(queues, mapping.sourceArn, mapping.id),
    hosted: getFunctionByReference(functions, mapping.functionName),
  });

const startStreamMapping = (
  mapping: EventSourceMapping,
  sources: EventSourceContext,
  feeds: ReadonlyMap<string, StreamFeed>,
): EventSource => {
  const { queues, streams, functions, clients, dataDir } = sources;
  const stream = streams.find(({ streamArn }) => streamArn === mapping.sourceArn);
  const feed = feeds.get(mapping.sourceArn);
  if (stream === undefined || feed === undefined)
    throw new LocalError(`${mapping.id}: the assembly has no queue or stream ${mapping.sourceArn}.`);
  const hosted = getFunctionByReference(functions, mapping.functionName);
  const { failureDestinationArn, id, sourceArn } = mapping;
  const failureQueueUrl = failureDestinationArn && getQueueUrl(queues, failureDestinationArn, id);
  return startStreamSource({
    mapping,
    client: clients.dynamodbStreams,
    feed,
    engineStreamArn: stream.engineStreamArn,
    hosted,
    checkpoint: openCheckpoint(dataDir, id, sourceArn),
    discard: async (records, shardId) => {
      hosted.logError(`${records.length} stream records were discarded because of their age.`);
      if (!failureQueueUrl) return;
      const body = buildDiscardMessage(records, { hosted, shardId, streamArn: sourceArn });
      await clients.sqs.send(new SendMessageCommand({ QueueUrl: failureQueueUrl, MessageBody: JSON.stringify(body) }));
    },
  });
};

const getQueueUrl = (queues: Queue[], queueArn: string, mappingId: string): string => {
  const queue = queues.find(({ arn }) => arn === queueArn);
  if (queue !== undefined) return queue.url;
  throw new LocalError(`${mappingId}: the assembly has no queue ${queueArn}.`);
};

interface BatchSource {
  hosted: HostedFunction;
  shardId: string;
  streamArn: string;
}

/** Like Lambda, has the position of the discarded records, not their content. */
const buildDiscardMessage = (records: EngineRecord[], { hosted, shardId, streamArn }: BatchSource) => {
  const ends = [records.at(0), records.at(-1)].flatMap((record) => record ?? []);
  const [startSequenceNumber, endSequenceNumber] = ends.map(sequenceNumber);
  const [approximateArrivalOfFirstRecord, approximateArrivalOfLastRecord] = ends.map((record) =>
    new Date(createdAtMs(record)).toISOString(),
  );
  return {
    requestContext: { functionArn: hosted.definition.arn, condition: 'RecordAgeExceeded', approximateInvokeCount: 0 },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber,
      endSequenceNumber,
      approximateArrivalOfFirstRecord,
      approximateArrivalOfLastRecord,
      batchSize: records.length,
      streamArn,
    },
  };
};

const scheduleSchema = z.object({
  ScheduleExpression: z.string().transform((text, context) => {
    const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(text) ?? [];
    if (minutes === undefined) context.addIssue('only rate(<n> minutes) is supported');
    return Number(minutes);
  }),
  Target: z.object({ Arn: z.string(), Input: z.string() }),
});

/** EventBridge Scheduler: the first message comes at once, as on AWS. Targets are queues. */
export const startSchedules = (
  deployment: Deployment,
  { queues, client }: { queues: readonly Queue[]; client: SQSClient },
): EventSource[] =>
  findResources(deployment, 'AWS::Scheduler::Schedule').map((resource) => {
    const { ScheduleExpression: minutes, Target } = readProperties(deployment, resource, scheduleSchema);
    const queue = queues.find(({ arn }) => arn === Target.Arn);
    if (!queue) throw new LocalError(`${qualifiedName(resource)}: the assembly has no queue ${Target.Arn}.`);
    const send = () =>
      client.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: Target.Input })).catch(() => undefined);
    const first = send();
    const timer = setInterval(send, minutes * 60_000);
    return {
      stop: async () => {
        clearInterval(timer);
        await first;
      },
    };
  });
