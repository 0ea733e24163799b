import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { ContentType } from '../../../functions/model/messages/message.ts';
import { messageStatuses } from './outcomes.ts';

const channels: Record<Channel, string> = { msgapp: 'Msgapp', social: 'Social', web: 'Web chat' };

const contents: Partial<Record<ContentType, string>> = {
  template: 'Template',
  image: 'Image',
  video: 'Video',
  document: 'Document',
  audio: 'Audio',
};

export const messageTexts = {
  title: 'Messages',
  lead: 'What was sent to customers one by one in the last 30 days, and every message that did not arrive. For what arrived of a broadcast, open it in',
  lists: {
    sent: {
      tab: 'Sent',
      emptyTitle: 'No messages in the last 30 days',
      empty: 'Messages that a key, a member or the service sends one by one appear here. Broadcasts list their own.',
      unused: 'Messages that a key, a member or the service sends one by one appear here, with what became of them.',
    },
    failed: {
      tab: 'Failed',
      emptyTitle: 'Every message arrived',
      empty: 'No message failed in the last 30 days. One that does appears here, with the reason and what to do.',
      unused: 'A message that does not arrive appears here, with the reason and what to do.',
    },
  },
  loadFailed: 'The messages could not be loaded.',
  channels,
  columns: { time: 'Time', customer: 'Customer', message: 'Message', status: 'Status', actions: 'Actions' },
  statuses: messageStatuses,
  reasons: 'Reasons in this list',
  openConversation: (customer: string) => `Open the conversation with ${customer}`,
  noText: (type: ContentType) => contents[type] ?? 'No text',
  ofBroadcast: 'A broadcast',
  open: (customer: string) => `Open the message to ${customer}`,
  filters: {
    label: 'Filter messages',
    search: 'Name, number or code',
    channel: 'Channel',
    allChannels: 'All channels',
    status: 'Status',
    anyStatus: 'Any status',
    clear: 'Clear filters',
  },
  unusedTitle: 'Nothing was sent yet',
  noMatchTitle: 'No matching messages',
  noMatch: 'No message of the last 30 days fits these filters.',
  noMatchSoFar: 'None so far. Load more to look further back.',
  panel: {
    label: (customer: string) => `Message to ${customer}`,
    close: 'Close the message',
    gone: 'This message is not in the list. It may have arrived after all, or be further back: load more.',
    status: 'Status',
    openConversation: 'Open conversation',
    openContact: 'Open contact',
    openBroadcast: 'Open broadcast',
    ids: 'Details',
    reason: 'What the channel said',
    code: 'Code',
    template: 'Template',
    time: 'Sent',
    sender: 'Sent by',
    messageId: 'Message ID',
    conversationId: 'Conversation ID',
    contactId: 'Contact ID',
    broadcastId: 'Broadcast ID',
  },
};
