import type { Task } from '../../../functions/model/tasks/task.ts';

const number = (count: number): string => count.toLocaleString('en-US');
const some = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

const actions = { open: 'opened', pending: 'set to waiting for the customer', closed: 'closed' };

const titleOf = ({ work }: Task): string => {
  switch (work.kind) {
    case 'recovery':
      return 'Resending missed events';
    case 'tag':
      return work.change === 'add' ? `Adding the tag ${work.tag}` : `Removing the tag ${work.tag}`;
    case 'segment':
      return `Adding contacts to ${work.name}`;
    case 'conversations':
      return 'Changing conversations';
  }
};

const resultOf = ({ work, done }: Task): string => {
  const contacts = some(done, 'contact');
  switch (work.kind) {
    case 'recovery':
      return done === 0
        ? 'Nothing to resend'
        : `${some(done, 'event')} ${done === 1 ? 'is on its' : 'are on their'} way`;
    case 'tag':
      return work.change === 'add'
        ? `Tag ${work.tag} added to ${contacts}`
        : `Tag ${work.tag} removed from ${contacts}`;
    case 'segment':
      return `${contacts} ${done === 1 ? 'is' : 'are'} in ${work.name}`;
    case 'conversations': {
      const { status, snoozed_until: until } = work.changes ?? {};
      const act = until ? 'snoozed' : status ? actions[status] : work.changes ? 'assigned' : 'marked as not opened';
      return `${some(done, 'conversation')} ${act}`;
    }
  }
};

const refused = {
  recovery: '',
  tag: 'could not be changed',
  segment: 'no longer exist',
  conversations: 'stayed as they were: changed since, or gone',
};

export const taskTexts = {
  running: (task: Task): string =>
    `${titleOf(task)}: ${task.total === null ? `${number(task.done)} so far` : `${number(task.done + task.refused)} of ${number(task.total)}`}`,
  by: (name: string) => `Started by ${name}. `,
  safe: 'It continues when you leave this page.',
  progress: 'Progress',
  stop: 'Stop',
  /** "Stopped. Tag vip added to 120 contacts. 1 could not be changed" */
  ended: (task: Task): string =>
    [
      ...(task.status === 'stopped' ? ['Stopped'] : []),
      ...(task.error === null ? [] : [task.error.replace(/\.$/, '')]),
      resultOf(task),
      ...(task.refused > 0 ? [`${number(task.refused)} ${refused[task.work.kind]}`] : []),
    ].join('. '),
};
