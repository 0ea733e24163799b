import { plural } from './inbox.ts';

export const teamTexts = {
  create: 'Create team',
  loadFailed: 'The teams could not be loaded.',
  emptyTitle: 'No teams yet',
  empty: 'A team is the members who answer certain conversations, such as those about invoices.',
  manage: 'create and change teams',
  facts: (members: number, open: string) => `${plural(members, 'member')} · ${open} open`,
  nobody: 'Nobody yet',
  waits: (count: string) => `${count} open. Nobody is told about them until the team has a member.`,
  columns: { member: 'Member', open: 'Open conversations' },
  former: 'Former member',
  load: (name: string) => `Open conversations of ${name}`,
  actions: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  remove: 'Delete',
  form: {
    createTitle: 'Create a team',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameHint: 'For example Billing. Members see it in the inbox.',
    missing: 'Enter a name.',
    color: 'Color',
    members: 'Members',
    save: 'Save',
    created: (name: string) => `Team ${name} created`,
    changed: (name: string) => `Team ${name} changed`,
  },
  delete: {
    title: (name: string) => `Delete the team ${name}?`,
    lead: 'Its conversations stay as they are, without a team.',
    done: (name: string) => `Team ${name} deleted`,
  },
  /** In the order of the palette. */
  colors: ['Red', 'Orange', 'Amber', 'Lime', 'Green', 'Teal', 'Cyan', 'Blue', 'Indigo', 'Violet', 'Fuchsia', 'Pink'],
};
