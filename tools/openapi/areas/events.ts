import type { EventName } from '../../../functions/model/webhooks/webhook.ts';
import type { ComponentDoc, Example, FieldDoc } from '../area.ts';
import * as shapes from '../shapes.ts';
import { completedSample } from './broadcast-examples.ts';
import { channelMessageId, contactSample, ids, phone, times } from './samples.ts';

export interface EventDoc {
  operationId: string;
  summary: string;
  description: string;
  schema: string;
  examples: Record<string, Example>;
}

const envelopeFields: Record<string, FieldDoc> = {
  id: 'Id of the event, the same on every attempt. Ignore an id that was processed before.',
  event: 'Name of the event.',
  occurred_at: 'When it happened, not when it was sent.',
  account_id: 'Id of the workspace.',
  data: 'What happened. Read the keys you need and ignore the rest.',
};

const placeFields: Record<string, FieldDoc> = {
  conversation_id: 'Id of the conversation.',
  contact_id: 'Id of the contact.',
};

const receivedFields: Record<string, FieldDoc> = {
  ...placeFields,
  content_type: 'What the message contains.',
  text: 'Text or caption of the message; null if it has none.',
};

export const eventComponents: Record<string, ComponentDoc> = {
  MsgappMessageReceived: {
    schema: shapes.msgappMessageReceived,
    description: 'A message on `msgapp`. It has no `channel`, because the oldest receivers do not expect one.',
    fields: { ...receivedFields, msgapp_message_id: "The channel's id of the message." },
  },
  SocialMessageReceived: {
    schema: shapes.socialMessageReceived,
    description: 'A message on `social`.',
    fields: { ...receivedFields, channel: '`social`.', social_message_id: "The channel's id of the message." },
  },
  WebMessageReceived: {
    schema: shapes.webMessageReceived,
    description: 'A message on `web`.',
    fields: { ...receivedFields, channel: '`web`.', message_id: 'Our id of the message.' },
  },
  MessageReceived: { schema: shapes.messageReceived, description: 'A message from a customer, by channel.' },
  MessageStatusUpdated: {
    schema: shapes.messageStatusUpdated,
    description: 'A new status of a message that the workspace sent on `msgapp`.',
    fields: {
      msgapp_message_id: "The channel's id of the message, as `POST /messages` returned it.",
      conversation_id: 'Id of the conversation.',
      status: 'The status that the channel reported. It can be reported twice and out of order.',
      error: 'Why the message failed. Only `failed` has this key; null if the channel gave no reason.',
    },
  },
  ConversationCreated: {
    schema: shapes.conversationCreated,
    description: 'A conversation that started.',
    fields: placeFields,
  },
  ContactCreated: {
    schema: shapes.contactCreated,
    description: 'A contact that was created.',
    fields: {
      contact_id: 'Id of the contact.',
      phone: 'Phone number in E.164; null for a contact from a social thread or a web chat.',
      name: 'Name of the contact.',
      social_username: 'User name on the social channel. Only contacts from a social thread have this key.',
    },
  },
  MessageSent: {
    schema: shapes.messageSent,
    description: 'A message that the workspace sent on its own, not as part of a broadcast.',
    fields: {
      ...receivedFields,
      message_id: 'Our id of the message.',
      channel: 'The channel that accepted it.',
      sent_by: '`api` for a request with a key, `agent` for a member in the dashboard.',
    },
  },
  ConversationUpdated: {
    schema: shapes.conversationUpdated,
    description: 'A conversation whose status or assignment changed.',
    fields: {
      ...placeFields,
      status: 'The status after the change.',
      assigned_agent_id: 'Id of the member it is assigned to after the change; null if to nobody.',
      changed: 'What changed.',
    },
  },
  ContactUpdated: {
    schema: shapes.contactUpdated,
    description: 'A contact that changed.',
    fields: {
      contact_id: 'Id of the contact.',
      changed: 'The fields of the contact that changed. `opted_out_at` is the consent.',
      contact: 'The contact after the change.',
    },
  },
  ContactDeleted: {
    schema: shapes.contactDeleted,
    description: 'A contact that was erased. Nothing else about it is left.',
    fields: { contact_id: 'Id of the contact.' },
  },
  BroadcastCompleted: {
    schema: shapes.broadcastCompleted,
    description: 'A broadcast that ended.',
    fields: { broadcast: 'The broadcast as it was when it ended. Later receipts change its counters.' },
  },
  MessageReceivedEvent: {
    schema: shapes.messageReceivedEvent,
    description: 'The body of a `message.received` delivery.',
    fields: { ...envelopeFields, occurred_at: "When the customer wrote, by the channel's clock." },
  },
  MessageStatusUpdatedEvent: {
    schema: shapes.messageStatusUpdatedEvent,
    description: 'The body of a `message.status_updated` delivery.',
    fields: envelopeFields,
  },
  ConversationCreatedEvent: {
    schema: shapes.conversationCreatedEvent,
    description: 'The body of a `conversation.created` delivery.',
    fields: envelopeFields,
  },
  ContactCreatedEvent: {
    schema: shapes.contactCreatedEvent,
    description: 'The body of a `contact.created` delivery.',
    fields: envelopeFields,
  },
  MessageSentEvent: {
    schema: shapes.messageSentEvent,
    description: 'The body of a `message.sent` delivery.',
    fields: { ...envelopeFields, occurred_at: 'When the message was sent.' },
  },
  ConversationUpdatedEvent: {
    schema: shapes.conversationUpdatedEvent,
    description: 'The body of a `conversation.updated` delivery.',
    fields: envelopeFields,
  },
  ContactUpdatedEvent: {
    schema: shapes.contactUpdatedEvent,
    description: 'The body of a `contact.updated` delivery.',
    fields: envelopeFields,
  },
  ContactDeletedEvent: {
    schema: shapes.contactDeletedEvent,
    description: 'The body of a `contact.deleted` delivery.',
    fields: envelopeFields,
  },
  BroadcastCompletedEvent: {
    schema: shapes.broadcastCompletedEvent,
    description: 'The body of a `broadcast.completed` delivery.',
    fields: envelopeFields,
  },
};

const sample = (event: EventName, data: object) => ({
  id: ids.event,
  event,
  occurred_at: times.inbound,
  account_id: ids.account,
  data,
});

const place = { conversation_id: ids.conversation, contact_id: ids.contact };
const content = { content_type: 'text', text: 'When does it arrive?' };

export const events: Record<EventName, EventDoc> = {
  'message.received': {
    operationId: 'messageReceived',
    summary: 'A customer wrote',
    description: 'A customer sent a message, on any channel. The keys of `data` depend on the channel.',
    schema: 'MessageReceivedEvent',
    examples: {
      msgapp: {
        summary: 'On msgapp',
        value: sample('message.received', { ...place, msgapp_message_id: channelMessageId, ...content }),
      },
      social: {
        summary: 'On social',
        value: sample('message.received', {
          channel: 'social',
          ...place,
          social_message_id: 'aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlE',
          ...content,
        }),
      },
      web: {
        summary: 'On the website chat',
        value: sample('message.received', { channel: 'web', ...place, message_id: ids.inboundMessage, ...content }),
      },
    },
  },
  'message.status_updated': {
    operationId: 'messageStatusUpdated',
    summary: 'The status of a message changed',
    description:
      'The channel reported a status for a message that the workspace sent. Only `msgapp` reports statuses. `sent` and ' +
      '`delivered` can have the same time, so rank them by status.',
    schema: 'MessageStatusUpdatedEvent',
    examples: {
      delivered: {
        summary: 'A delivered message',
        value: sample('message.status_updated', {
          msgapp_message_id: channelMessageId,
          conversation_id: ids.conversation,
          status: 'delivered',
        }),
      },
      failed: {
        summary: 'A failed message',
        value: sample('message.status_updated', {
          msgapp_message_id: channelMessageId,
          conversation_id: ids.conversation,
          status: 'failed',
          error: { code: '131026', message: '(#131026) Message undeliverable.' },
        }),
      },
    },
  },
  'conversation.created': {
    operationId: 'conversationCreated',
    summary: 'A conversation started',
    description: 'A conversation started with a contact, on any channel.',
    schema: 'ConversationCreatedEvent',
    examples: { created: { summary: 'A new conversation', value: sample('conversation.created', place) } },
  },
  'contact.created': {
    operationId: 'contactCreated',
    summary: 'A contact was created',
    description: 'A contact was created, through the API or because a customer wrote for the first time.',
    schema: 'ContactCreatedEvent',
    examples: {
      msgapp: {
        summary: 'With a phone number',
        value: sample('contact.created', { contact_id: ids.contact, phone, name: 'Ana Torres' }),
      },
      social: {
        summary: 'From a social thread',
        value: sample('contact.created', {
          contact_id: ids.contact,
          phone: null,
          name: 'Ana Torres',
          social_username: 'ana.torres',
        }),
      },
    },
  },
  'message.sent': {
    operationId: 'messageSent',
    summary: 'The workspace sent a message',
    description:
      'The channel accepted a message that a key or a member sent, on any channel. The messages of a broadcast have no ' +
      'such event.',
    schema: 'MessageSentEvent',
    examples: {
      api: {
        summary: 'Through the API',
        value: sample('message.sent', {
          message_id: ids.message,
          ...place,
          channel: 'msgapp',
          content_type: 'text',
          text: 'Your order has shipped.',
          sent_by: 'api',
        }),
      },
    },
  },
  'conversation.updated': {
    operationId: 'conversationUpdated',
    summary: 'A conversation changed',
    description:
      'The status or the assignment of a conversation changed, through the API, in the dashboard, or because a customer ' +
      'wrote again.',
    schema: 'ConversationUpdatedEvent',
    examples: {
      closed: {
        summary: 'A closed conversation',
        value: sample('conversation.updated', {
          ...place,
          status: 'closed',
          assigned_agent_id: null,
          changed: ['status'],
        }),
      },
    },
  },
  'contact.updated': {
    operationId: 'contactUpdated',
    summary: 'A contact changed',
    description:
      'A field of a contact changed: number, name, email address, company, tags, consent, external id or attributes.',
    schema: 'ContactUpdatedEvent',
    examples: {
      renamed: {
        summary: 'A new name',
        value: sample('contact.updated', { contact_id: ids.contact, changed: ['name'], contact: contactSample }),
      },
    },
  },
  'contact.deleted': {
    operationId: 'contactDeleted',
    summary: 'A contact was erased',
    description: 'A contact was erased with everything it left. Remove your copy of it, too.',
    schema: 'ContactDeletedEvent',
    examples: {
      erased: { summary: 'An erased contact', value: sample('contact.deleted', { contact_id: ids.contact }) },
    },
  },
  'broadcast.completed': {
    operationId: 'broadcastCompleted',
    summary: 'A broadcast ended',
    description: 'A broadcast was sent, failed, or was canceled and has no message under way any more.',
    schema: 'BroadcastCompletedEvent',
    examples: {
      sent: { summary: 'A sent broadcast', value: sample('broadcast.completed', { broadcast: completedSample }) },
    },
  },
};
