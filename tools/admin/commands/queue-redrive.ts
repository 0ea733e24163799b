import { consumers } from '../../../functions/consumers/consumers.ts';
import { queueNames } from '../../../functions/model/queue.ts';
import { defineCommand } from '../command.ts';
import { formatFields } from '../layout.ts';
import { Problem, wrongUsage } from '../problem.ts';
import { readChoice } from '../values.ts';

/** What is given up of the table's changes lies in queues of these names. */
const discardedChangesNames = consumers.flatMap(({ source }) => ('changes' in source ? ['discardedChanges'] : []));

export const queueRedrive = defineCommand({
  words: ['queue', 'redrive'],
  summary:
    'Puts the dead letters of a queue back on it, those that lie there now; a crash may double some, and loses none.',
  operands: {
    queue: {
      placeholder: '<queue>',
      about: 'The queue, by its name (see queue list).',
      required: true,
      read: (typed, name) => readChoice(typed, name, [...queueNames, ...discardedChangesNames]),
    },
  },
  options: {
    max: {
      placeholder: '<n>',
      about: 'At most so many, to try with a few.',
      read: (typed, name) => readCount(typed, name),
    },
  },
  example: 'deliverWebhook --max 10',
  run: async ({ queue, max }) => {
    const { countMessages, findQueues, createSqsClient: queueClient } = await import('../queues.ts');
    const { moveMessages } = await import('../move-messages.ts');
    const found = (await findQueues()).find(({ name }) => name === queue);
    if (!found) throw new Problem('no_queue', `The environment has no queue ${queue}; deploy it again.`);
    if (found.url === undefined) throw cannotGoBack(found.deadLettersUrl);
    const client = queueClient();
    // What fails again comes back here, and would be moved for ever if this went on until nothing is left.
    const { waiting } = await countMessages(client, found.deadLettersUrl);
    const countMax = Math.min(waiting, max ?? waiting);
    const move = { fromUrl: found.deadLettersUrl, toUrl: found.url, countMax, onProgress: showProgress };
    return { queue, moved: await moveMessages(client, move) };
  },
  show: formatFields,
});

const readCount = (typed: string, name: string): number => {
  const count = Number(typed);
  if (/^\d{1,9}$/.test(typed) && count > 0) return count;
  throw wrongUsage(`${name} must be a whole number from 1 upwards, not "${typed}".`);
};

const cannotGoBack = (url: string): Problem =>
  new Problem(
    'not_redrivable',
    `These are changes of the table's stream, which has no queue to put them back on. Read them at ${url} and repair ` +
      'the cause; "Discarded stream records" in docs/operations.md says how to make good what did not happen.',
  );

/** On stderr, so that tools that read the result are not disturbed. */
const showProgress = (moved: number): void => void process.stderr.write(`${moved} moved…\n`);
