import type { Command } from 'commander';
import * as z from 'zod';
import { queueNames } from '../../../functions/model/queue.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { AdminError } from '../admin-error.ts';
import type { Run } from '../run.ts';
import { count } from '../values.ts';
import { addNoun, argument, option, verb } from '../verb.ts';

const loadQueues = () => import('../queues.ts');

const switchVerb = (name: 'pause' | 'resume', description: string) =>
  verb(name, description, {
    input: { queue: argument('The queue (see queue list).', z.enum([...queueNames, 'dispatchChanges', 'indexWords'])) },
    example: 'deliverWebhook --env production',
    act: async ({ queue }) => {
      const service = process.env['QUEUE_STACK'];
      if (!service)
        throw new AdminError('not_deployed', `queue ${name} needs --env: locally, stop the service instead.`);
      const { setSource } = await import('../service-block.ts');
      await setSource({ service, dashboard: '' }, queue, name === 'resume');
      return { queue, state: name === 'resume' ? 'working' : 'paused' };
    },
    show: formatFields,
  });

export const addQueueCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'queue', 'Work queues of the environment and their dead letters.', [
    verb('list', 'List the queues, with the messages that wait, are in flight, are delayed, and the dead letters.', {
      example: '--env production',
      act: listQueues,
      show: (rows, { width }) => formatTable(rows, ['name', 'waiting', 'in_flight', 'delayed', 'dead_letters'], width),
    }),
    verb('redrive', 'Move the current dead letters back to their queue. A crash may duplicate some but loses none.', {
      input: {
        queue: argument('The queue (see queue list).', z.enum([...queueNames, 'discardedChanges'])),
        max: option('<n>', 'Move at most this many, to try with a few.', count(1, 999_999_999).optional()),
      },
      example: 'deliverWebhook --max 10',
      act: async ({ queue, max }, { stderr }) => {
        const showProgress = (moved: number): void => void stderr.write(`${moved} moved…\n`);
        return { queue, moved: await redrive(queue, max, showProgress) };
      },
      show: formatFields,
    }),
    switchVerb('pause', 'Stop the consumer of a queue. Its jobs wait, for at most four days.'),
    switchVerb('resume', 'Let the consumer of a queue work again.'),
  ]);

const listQueues = async () => {
  const { countMessages, createSqsClient, findQueues } = await loadQueues();
  const client = createSqsClient();
  return Promise.all(
    (await findQueues()).map(async ({ name, url, deadLettersUrl }) => {
      const deadLetters = await countMessages(client, deadLettersUrl);
      const counts = url === undefined ? noQueue : await countMessages(client, url);
      return { name, ...counts, dead_letters: deadLetters.waiting + deadLetters.in_flight };
    }),
  );
};

const noQueue = { waiting: null, in_flight: null, delayed: null };

const redrive = async (
  queueName: string,
  max: number | undefined,
  onProgress: (moved: number) => void,
): Promise<number> => {
  const { countMessages, createSqsClient, findQueues } = await loadQueues();
  const { moveMessages } = await import('../move-messages.ts');
  const queue = (await findQueues()).find(({ name }) => name === queueName);
  if (!queue) throw new AdminError('no_queue', `The environment has no queue ${queueName}; deploy it again.`);
  if (queue.url === undefined) throw notRedrivable(queue.deadLettersUrl);
  const client = createSqsClient();
  // Messages that fail again return to the dead letters; without this limit they would be moved forever.
  const { waiting } = await countMessages(client, queue.deadLettersUrl);
  const countMax = Math.min(waiting, max ?? waiting);
  return moveMessages(client, { fromUrl: queue.deadLettersUrl, toUrl: queue.url, countMax, onProgress });
};

const notRedrivable = (url: string): AdminError =>
  new AdminError(
    'not_redrivable',
    `These are changes from the table's stream, which has no queue to move them back to. Read them at ${url} and fix ` +
      'the cause; "Discarded stream records" in docs/operations.md says how to repair their effects.',
  );
