import type { Fauxqs } from './fauxqs.ts';

type Queue = ReturnType<Fauxqs['store']['createQueue']>;

/** AWS: more than a tenth of all messages in flight, and at least 30. The share of processing time is not modelled. */
const noisyShare = 0.1;
const noisyCount = 30;

/**
 * Adds what fauxqs lacks: a standard queue whose messages name groups is fair. Messages of a noisy group are received
 * only when there are none of quiet groups. A group is quiet again when it has no backlog.
 */
export const makeQueuesFair = ({ app, store }: Pick<Fauxqs, 'app' | 'store'>): void => {
  const groups = new WeakMap<object, string>();
  app.addHook('preHandler', async ({ body }) => rememberGroups(body, groups));
  for (const queue of store.allQueues()) serveFairly(queue, groups);
  const createQueue = store.createQueue.bind(store);
  store.createQueue = (...queue) => serveFairly(createQueue(...queue), groups);
};

interface Sent {
  MessageGroupId?: string;
  MessageAttributes?: object;
}

/** fauxqs drops the group, but keeps the object of the attributes. */
const rememberGroups = (body: unknown, groups: WeakMap<object, string>): void => {
  // A file for S3, whose bytes would become properties below.
  if (Buffer.isBuffer(body)) return;
  const { Entries: entries = [], ...message } = Object(body) as Sent & { Entries?: Sent[] };
  for (const sent of 'MessageGroupId' in message ? [Object(body) as Sent] : entries) {
    if (sent.MessageGroupId === undefined) continue;
    sent.MessageAttributes ??= {};
    groups.set(sent.MessageAttributes, sent.MessageGroupId);
  }
};

const serveFairly = (queue: Queue, groups: WeakMap<object, string>): Queue => {
  const noisy = new Set<string>();
  const [enqueue, dequeue] = [queue.enqueue.bind(queue), queue.dequeue.bind(queue)];
  queue.enqueue = (message) => {
    const group = message.messageGroupId ?? groups.get(message.messageAttributes);
    if (group !== undefined) message.messageGroupId = group;
    enqueue(message);
  };
  queue.dequeue = (countMax, ...rest) => {
    // Moves messages whose visibility timeout or delay has ended back into the queue.
    queue.processTimers();
    updateNoisy(queue, noisy);
    if (noisy.size > 0) moveQuietForward(queue, noisy, countMax);
    return dequeue(countMax, ...rest);
  };
  return queue;
};

const updateNoisy = ({ inflightMessages, messages }: Queue, noisy: Set<string>): void => {
  const inFlight = new Map<string, number>();
  for (const { message } of inflightMessages.values()) {
    const group = message.messageGroupId;
    if (group !== undefined) inFlight.set(group, (inFlight.get(group) ?? 0) + 1);
  }
  for (const [group, count] of inFlight)
    if (count >= noisyCount && count > noisyShare * inflightMessages.size) noisy.add(group);
  for (const group of noisy) if (!messages.some(({ messageGroupId }) => messageGroupId === group)) noisy.delete(group);
};

const moveQuietForward = ({ messages }: Queue, noisy: ReadonlySet<string>, countMax: number): void => {
  const quiet: number[] = [];
  for (let index = 0; index < messages.length && quiet.length < countMax; index += 1)
    if (!noisy.has(messages[index]?.messageGroupId ?? '')) quiet.push(index);
  const moved = quiet.toReversed().flatMap((index) => messages.splice(index, 1));
  messages.unshift(...moved.toReversed());
};
