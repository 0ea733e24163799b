import type { Clients } from '../engines/clients.ts';
import type { Queue } from '../engines/queues.ts';
import type { TableStream } from '../engines/tables.ts';
import { functionByReference } from '../lambda/find-function.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import { Problem } from '../problem.ts';
import type { Deployment } from '../template/deployment.ts';
import { openCheckpoint } from './checkpoint.ts';
import { sendDiscard } from './discarded-records.ts';
import { type EventSourceMapping, isQueueArn, readEventSourceMappings } from './event-source-mapping.ts';
import { type EventSource, startQueueSource } from './queue-source.ts';
import { startStreamSource } from './stream-source.ts';

export type Sources = {
  queues: Queue[];
  streams: TableStream[];
  functions: HostedFunction[];
  clients: Clients;
  dataDir: string;
};

/** Starts every event source mapping of the deployment. */
export const startEventSources = (deployment: Deployment, sources: Sources): EventSource[] =>
  readEventSourceMappings(deployment).map((mapping) =>
    isQueueArn(mapping.sourceArn) ? startQueueMapping(mapping, sources) : startStreamMapping(mapping, sources),
  );

const startQueueMapping = (mapping: EventSourceMapping, { queues, functions, clients }: Sources): EventSource =>
  startQueueSource({
    mapping,
    client: clients.sqs,
    queueUrl: queueUrl(queues, mapping.sourceArn, mapping.id),
    hosted: functionByReference(functions, mapping.functionName),
  });

const startStreamMapping = (mapping: EventSourceMapping, sources: Sources): EventSource => {
  const { queues, streams, functions, clients, dataDir } = sources;
  const stream = streams.find(({ streamArn }) => streamArn === mapping.sourceArn);
  if (stream === undefined)
    throw new Problem(`${mapping.id}: ${mapping.sourceArn} is no queue or stream of the assembly.`);
  const hosted = functionByReference(functions, mapping.functionName);
  const { failureDestinationArn, id, sourceArn } = mapping;
  const failureUrl = failureDestinationArn && queueUrl(queues, failureDestinationArn, id);
  return startStreamSource({
    mapping,
    client: clients.dynamodbStreams,
    engineStreamArn: stream.engineStreamArn,
    hosted,
    checkpoint: openCheckpoint(dataDir, id, sourceArn, stream.isNewTable),
    discard: async (discard, shardId) => {
      hosted.logError(`${discard.records.length} stream records were given up: ${discard.condition}`);
      if (failureUrl) await sendDiscard(clients.sqs, failureUrl, discard, { hosted, shardId, streamArn: sourceArn });
    },
  });
};

const queueUrl = (queues: Queue[], wanted: string, mappingId: string): string => {
  const queue = queues.find(({ arn }) => arn === wanted);
  if (queue !== undefined) return queue.url;
  throw new Problem(`${mappingId}: ${wanted} is no queue of the assembly.`);
};
