import { defineCommand } from '../command.ts';
import { wrongUsage } from '../problem.ts';
import { readChoice, readLimit } from '../values.ts';
import { country, workspaceId } from './workspace-parameters.ts';
import { showWorkspace } from './workspace-view.ts';

export const workspaceUpdate = defineCommand({
  words: ['workspace', 'update'],
  summary: "Changes a workspace's plan, subscription or country; what is not named stays.",
  operands: { id: workspaceId },
  options: {
    'messages-per-month': {
      placeholder: '<n>|none',
      about: 'Messages that the plan covers in a calendar month; none is no limit.',
      read: readLimit,
    },
    subscription: {
      placeholder: 'active|lapsed',
      about: 'With a lapsed subscription the API still reads, but no longer sends.',
      read: (typed, name) => readChoice(typed, name, ['active', 'lapsed']),
    },
    country,
  },
  example: '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123 --messages-per-month 10000 --subscription active',
  run: async ({ id, subscription, country: defaultCountry, 'messages-per-month': messagesPerMonth }) => {
    const changes = { subscription, default_country: defaultCountry, messages_per_month: messagesPerMonth };
    if (Object.values(changes).every((value) => value === undefined)) throw wrongUsage('Name at least one change.');
    const { updateWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
    return await updateWorkspace(id, changes);
  },
  show: showWorkspace,
});
