import type { RecipientStatus } from '../../../functions/model/broadcasts/broadcast.ts';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { ConversationStatus } from '../../../functions/model/conversations/conversation.ts';

const channels: Record<Channel, string> = { msgapp: 'Msgapp', social: 'Social', web: 'Web chat' };
const statuses: Record<ConversationStatus, string> = { open: 'Open', pending: 'Waiting', closed: 'Closed' };

const received: Record<RecipientStatus, string> = {
  pending: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
  canceled: 'Canceled',
};

export const contactPanelTexts = {
  since: (day: string) => `Added ${day}`,
  fields: { name: 'Name', phone: 'Phone', email: 'Email', company: 'Company', handle: 'Social name' },
  none: 'Not set',
  edit: (field: string) => `Edit ${field.charAt(0).toLowerCase()}${field.slice(1)}`,
  editHint: 'Enter saves, Escape cancels.',
  attributes: 'Attributes',
  tags: 'Tags',
  addTag: 'Add a tag',
  createTag: (name: string) => `Add “${name}”`,
  removeTag: (name: string) => `Remove tag ${name}`,
  tagRemoved: (name: string) => `Tag ${name} removed`,
  tagsFull: (max: number) => `A contact has at most ${max} tags.`,
  broadcasts: 'Consent',
  lastBroadcasts: 'Last broadcasts',
  noBroadcasts: 'No broadcasts yet.',
  noBroadcastsYet: 'None among the newest. Load more to look further back.',
  received,
  gets: 'Gets broadcasts',
  noBroadcastsWithoutPhone: 'Broadcasts go to phone numbers, and this contact has none.',
  optedOut: (day: string) => `Opted out ${day}`,
  change: 'Change',
  optOut: {
    title: (name: string) => `Stop broadcasts to ${name}?`,
    lead: 'No broadcast is sent to this person any more. Answers still arrive.',
    action: 'Opt out',
    done: (name: string) => `${name} gets no broadcasts any more`,
  },
  optIn: {
    title: (name: string) => `Send broadcasts to ${name} again?`,
    lead: (name: string) => `Only if ${name} asked for it.`,
    action: 'Opt in',
    done: (name: string) => `${name} gets broadcasts again`,
  },
  conversations: 'Other conversations',
  channels,
  statuses,
  segments: 'Segments',
  noSegments: 'In no segment.',
  byFilter: 'by filter',
  removeFrom: (name: string) => `Remove from ${name}`,
  facts: 'Details',
  contactId: 'Contact ID',
  conversationId: 'Conversation ID',
  began: 'First message',
  failed: 'This could not be loaded.',
};
