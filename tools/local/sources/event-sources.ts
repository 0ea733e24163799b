import type { Clients } from '../engines/clients.ts';
import type { Queue } from '../engines/sqs.ts';
import type { TableStream } from '../engines/tables.ts';
import { getFunctionByReference, type HostedFunction } from '../lambda/function-host.ts';
import { LocalError } from '../local-error.ts';
import type { Deployment } from '../template/deployment.ts';
import { openCheckpoint } from './checkpoint.ts';
import { sendDiscardedBatch } from './discarded-records.ts';
import { type EventSourceMapping, isQueueArn, readEventSourceMappings } from './event-source-mapping.ts';
import { type EventSource, startQueueSource } from './queue-source.ts';
import { startStreamSource } from './stream-source.ts';

export interface EventSourceContext {
  queues: Queue[];
  streams: TableStream[];
  functions: HostedFunction[];
  clients: Clients;
  dataDir: string;
}

export const startEventSources = (deployment: Deployment, sources: EventSourceContext): EventSource[] =>
  readEventSourceMappings(deployment).map((mapping) =>
    isQueueArn(mapping.sourceArn) ? startQueueMapping(mapping, sources) : startStreamMapping(mapping, sources),
  );

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

const startStreamMapping = (mapping: EventSourceMapping, sources: EventSourceContext): EventSource => {
  const { queues, streams, functions, clients, dataDir } = sources;
  const stream = streams.find(({ streamArn }) => streamArn === mapping.sourceArn);
  if (stream === undefined)
    throw new LocalError(`${mapping.id}: the assembly has no queue or stream ${mapping.sourceArn}.`);
  const hosted = getFunctionByReference(functions, mapping.functionName);
  const { failureDestinationArn, id, sourceArn } = mapping;
  const failureQueueUrl = failureDestinationArn && getQueueUrl(queues, failureDestinationArn, id);
  return startStreamSource({
    mapping,
    client: clients.dynamodbStreams,
    readRecords: clients.readRecords,
    engineStreamArn: stream.engineStreamArn,
    hosted,
    checkpoint: openCheckpoint(dataDir, id, sourceArn, stream.isNewTable),
    discard: async (discard, shardId) => {
      hosted.logError(`${discard.records.length} stream records were discarded: ${discard.condition}`);
      if (failureQueueUrl)
        await sendDiscardedBatch(clients.sqs, failureQueueUrl, discard, { hosted, shardId, streamArn: sourceArn });
    },
  });
};

const getQueueUrl = (queues: Queue[], queueArn: string, mappingId: string): string => {
  const queue = queues.find(({ arn }) => arn === queueArn);
  if (queue !== undefined) return queue.url;
  throw new LocalError(`${mappingId}: the assembly has no queue ${queueArn}.`);
};
