import { Argument, type Command } from 'commander';
import * as z from 'zod';
import { queueNames } from '../../../functions/model/queue.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { AdminError } from '../admin-error.ts';
import { exampleHelp } from '../command-text.ts';
import type { Run } from '../run.ts';
import { count } from '../values.ts';

const loadQueues = () => import('../queues.ts');

export const addQueueCommands = (program: Command, run: Run): void => {
  const queue = program.command('queue').description('Work queues of the environment and their dead letters.');
  addList(queue, run);
  addRedrive(queue, run);
  addSwitch(queue, run, 'pause', 'Stop the consumer of a queue. Its jobs wait, for at most four days.');
  addSwitch(queue, run, 'resume', 'Let the consumer of a queue work again.');
};

const addSwitch = (queue: Command, run: Run, verb: 'pause' | 'resume', description: string): void => {
  queue
    .command(verb)
    .description(description)
    .addArgument(new Argument('<queue>', 'The queue (see queue list).').choices([...queueNames, 'dispatchChanges']))
    .addHelpText('after', exampleHelp(`queue ${verb} deliverWebhook --env production`))
    .action(
      run(
        z.object({ queue: z.string() }),
        async ({ queue: name }) => {
          const service = process.env['QUEUE_STACK'];
          if (!service)
            throw new AdminError('not_deployed', `queue ${verb} needs --env: locally, stop the service instead.`);
          const { setSource } = await import('../service-block.ts');
          await setSource({ service, dashboard: '' }, name, verb === 'resume');
          return { queue: name, state: verb === 'resume' ? 'working' : 'paused' };
        },
        formatFields,
      ),
    );
};

const addList = (queue: Command, run: Run): void => {
  queue
    .command('list')
    .description('List the queues, with the messages that wait, are in flight, are delayed, and the dead letters.')
    .addHelpText('after', exampleHelp('queue list --env production'))
    .action(
      run(z.object({}), listQueues, (rows, { width }) =>
        formatTable(rows, ['name', 'waiting', 'in_flight', 'delayed', 'dead_letters'], width),
      ),
    );
};

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

const addRedrive = (queue: Command, run: Run): void => {
  queue
    .command('redrive')
    .description('Move the current dead letters back to their queue. A crash may duplicate some but loses none.')
    .addArgument(new Argument('<queue>', 'The queue (see queue list).').choices([...queueNames, 'discardedChanges']))
    .option('--max <n>', 'Move at most this many, to try with a few.')
    .addHelpText('after', exampleHelp('queue redrive deliverWebhook --max 10'))
    .action(
      run(
        z.object({ queue: z.string(), max: count(1, 999_999_999).optional() }),
        async ({ queue: name, max }, { stderr }) => {
          const showProgress = (moved: number): void => void stderr.write(`${moved} moved…\n`);
          return { queue: name, moved: await redrive(name, max, showProgress) };
        },
        formatFields,
      ),
    );
};

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
