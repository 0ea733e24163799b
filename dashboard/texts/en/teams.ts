import type { Channel } from '../../../functions/model/channels/channel.ts';
import { locale } from '../locale.ts';
import { plural } from './inbox.ts';

const list = new Intl.ListFormat(locale, { type: 'conjunction' });
const channelNames: Record<Channel, string> = { msgapp: 'Msgapp', social: 'Social', web: 'the web chat' };

export const teamTexts = {
  steps: {
    title: 'What happens to a new conversation',
    arrives: 'It waits in the inbox under Unassigned, where everyone sees it. The first member to reply gets it.',
    noTeam: 'Members can also assign it to each other. A team can hand conversations out in turn.',
    team: 'Every member can assign it to a team, and so can the API.',
    byHand: 'Members take conversations themselves, because no team hands them out.',
    inTurn: (teams: readonly string[]) =>
      `${list.format(teams)} ${teams.length === 1 ? 'assigns' : 'assign'} it to the members who are there, in turn.`,
    always: 'You are always open. Office hours, on the other tab, can send customers an away message.',
    noAway: 'While you are closed, customers get no answer: no away message is turned on.',
    away: (on: readonly Channel[]) =>
      `While you are closed, customers get the away message on ${list.format(on.map((channel) => channelNames[channel]))}.`,
  },
  title: 'Teams',
  create: 'Create team',
  addMembers: 'Add members',
  addMembersTo: (name: string) => `Add members to ${name}`,
  loadFailed: 'The teams could not be loaded.',
  emptyTitle: 'No teams yet',
  empty: 'A team is a group of members who answer certain conversations, such as those about invoices.',
  manage: 'create and change teams',
  facts: (members: number, open: string) => `${plural(members, 'member')} · ${open} open`,
  nobody: 'Nobody yet',
  waits: (count: string) => `${count} open. Nobody sees them as theirs until the team has a member.`,
  columns: { member: 'Member', open: 'Open' },
  presence: 'Presence',
  states: { here: 'Here', full: 'Here', away: 'Away', gone: 'Not here' },
  room: (open: string, openMax: number, isFull: boolean) => `${open} of ${openMax}${isFull ? ' · full' : ''}`,
  next: 'Next:',
  nextNobody: 'nobody',
  reasons: {
    here: (name: string) => `${name} comes after`,
    full: (name: string, open: string, openMax: number) => `${name} is full (${open} of ${openMax})`,
    away: (name: string) => `${name} is away`,
    gone: (name: string) => `${name} does not have the inbox open`,
  },
  moreReasons: (count: number) => `${count} more`,
  nobodyHere: (count: string) => `${count} waiting. Nobody on the team is here to get them.`,
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
    assigns: 'Assign conversations in turn',
    assignsHint:
      'Members who have the inbox open and are not away take turns, starting with the one who got none for longest.',
    openMax: 'Open conversations per member, at most',
    openMaxHint: 'A member with this many gets no more. Other customers wait, and the longest wait comes first.',
    openMaxFault: 'Enter a number from 1 to 100.',
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
