import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { ConversationStatus } from '../../../functions/model/conversations/conversation.ts';

const channels: Record<Channel, string> = { msgapp: 'Msgapp', social: 'Social', web: 'Web chat' };
const statuses: Record<ConversationStatus, string> = { open: 'Open', pending: 'Waiting', closed: 'Closed' };

export const contactPanelTexts = {
  since: (day: string) => `Customer since ${day}`,
  fields: { name: 'Name', phone: 'Phone', email: 'Email', company: 'Company', handle: 'Social name' },
  none: 'Not set',
  edit: (field: string) => `Edit ${field.toLowerCase()}`,
  editHint: 'Enter saves, Escape cancels.',
  attributes: 'Attributes',
  tags: 'Tags',
  addTag: 'Add a tag',
  createTag: (name: string) => `Add “${name}”`,
  removeTag: (name: string) => `Remove tag ${name}`,
  tagAdded: (name: string) => `Tag ${name} added`,
  tagRemoved: (name: string) => `Tag ${name} removed`,
  tagsFull: (max: number) => `A contact has at most ${max} tags.`,
  broadcasts: 'Broadcasts',
  gets: 'Gets broadcasts',
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
  noConversations: 'None.',
  channels,
  statuses,
  segments: 'Segments',
  noSegments: 'In no segment.',
  facts: 'Details',
  contactId: 'Contact ID',
  conversationId: 'Conversation ID',
  began: 'First message',
  failed: 'This could not be loaded.',
};
