import { defineCommand } from '../command.ts';
import { formatTable } from '../layout.ts';

export const queueList = defineCommand({
  words: ['queue', 'list'],
  summary: 'Lists the queues: what waits, what is being worked on, what comes later, and dead letters.',
  operands: {},
  options: {},
  example: '--env production',
  run: async () => {
    const { countMessages, findQueues, createSqsClient: queueClient } = await import('../queues.ts');
    const client = queueClient();
    return Promise.all(
      (await findQueues()).map(async ({ name, url, deadLettersUrl }) => {
        const deadLetters = await countMessages(client, deadLettersUrl);
        const work =
          url === undefined ? { waiting: null, in_flight: null, delayed: null } : await countMessages(client, url);
        return { name, ...work, dead_letters: deadLetters.waiting + deadLetters.in_flight };
      }),
    );
  },
  show: (rows) => formatTable(rows, ['name', 'waiting', 'in_flight', 'delayed', 'dead_letters']),
});
