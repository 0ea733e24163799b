import { type EventName, eventNames } from '../../functions/model/webhooks/webhook.ts';
import { completedSample } from '../../functions/operations/broadcasts/examples.ts';
import { channelMessageId, contactSample, ids, phone, times } from '../../functions/operations/samples.ts';
import * as shapes from '../../functions/operations/shapes.ts';
import type { ComponentDoc, Example, FieldDoc } from '../../functions/operations/texts.ts';

interface EventDoc {
  summary: string;
  description: string;
  data: ComponentDoc;
  /** Says which moment `occurred_at` is, where that is not obvious. */
  occurredAt?: string;
  /** The values of the examples are the data; the envelope is added. */
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

const place = { conversation_id: ids.conversation, contact_id: ids.contact };
const content = { content_type: 'text', text: 'When does it arrive?' };

const events: Record<EventName, EventDoc> = {
  'message.received': {
    summary: 'A customer wrote',
    description: 'A customer sent a message, on any channel. The keys of `data` depend on the channel.',
    data: { schema: shapes.messageReceived, description: 'A message from a customer, by channel.' },
    occurredAt: "When the customer wrote, by the channel's clock.",
    examples: {
      msgapp: {
        summary: 'On msgapp',
        value: { ...place, msgapp_message_id: channelMessageId, ...content },
      },
      social: {
        summary: 'On social',
        value: {
          channel: 'social',
          ...place,
          social_message_id: 'aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlE',
          ...content,
        },
      },
      web: {
        summary: 'On the website chat',
        value: { channel: 'web', ...place, message_id: ids.inboundMessage, ...content },
      },
    },
  },
  'message.status_updated': {
    summary: 'The status of a message changed',
    description:
      'The channel reported a status for a message that the workspace sent. Only `msgapp` reports statuses. `sent` and ' +
      '`delivered` can have the same time, so rank them by status.',
    data: {
      schema: shapes.messageStatusUpdated,
      description: 'A new status of a message that the workspace sent on `msgapp`.',
      fields: {
        msgapp_message_id: "The channel's id of the message, as `POST /messages` returned it.",
        conversation_id: 'Id of the conversation.',
        status: 'The status that the channel reported. It can be reported twice and out of order.',
        error: 'Why the message failed. Only `failed` has this key; null if the channel gave no reason.',
      },
    },
    examples: {
      delivered: {
        summary: 'A delivered message',
        value: {
          msgapp_message_id: channelMessageId,
          conversation_id: ids.conversation,
          status: 'delivered',
        },
      },
      failed: {
        summary: 'A failed message',
        value: {
          msgapp_message_id: channelMessageId,
          conversation_id: ids.conversation,
          status: 'failed',
          error: { code: '131026', message: '(#131026) Message undeliverable.' },
        },
      },
    },
  },
  'conversation.created': {
    summary: 'A conversation started',
    description: 'A conversation started with a contact, on any channel.',
    data: {
      schema: shapes.conversationCreated,
      description: 'A conversation that started.',
      fields: placeFields,
    },
    examples: { created: { summary: 'A new conversation', value: place } },
  },
  'contact.created': {
    summary: 'A contact was created',
    description: 'A contact was created, through the API or because a customer wrote for the first time.',
    data: {
      schema: shapes.contactCreated,
      description: 'A contact that was created.',
      fields: {
        contact_id: 'Id of the contact.',
        phone: 'Phone number in E.164; null for a contact from a social thread or a web chat.',
        name: 'Name of the contact.',
        social_username: 'User name on the social channel. Only contacts from a social thread have this key.',
      },
    },
    examples: {
      msgapp: {
        summary: 'With a phone number',
        value: { contact_id: ids.contact, phone, name: 'Ana Torres' },
      },
      social: {
        summary: 'From a social thread',
        value: {
          contact_id: ids.contact,
          phone: null,
          name: 'Ana Torres',
          social_username: 'ana.torres',
        },
      },
    },
  },
  'message.sent': {
    summary: 'The workspace sent a message',
    description:
      'The channel accepted a message that a key or a member sent, on any channel. The messages of a broadcast have no ' +
      'such event.',
    data: {
      schema: shapes.messageSent,
      description: 'A message that the workspace sent on its own, not as part of a broadcast.',
      fields: {
        ...receivedFields,
        message_id: 'Our id of the message.',
        channel: 'The channel that accepted it.',
        sent_by: '`api` for a request with a key, `agent` for a member in the dashboard.',
      },
    },
    occurredAt: 'When the message was sent.',
    examples: {
      api: {
        summary: 'Through the API',
        value: {
          message_id: ids.message,
          ...place,
          channel: 'msgapp',
          content_type: 'text',
          text: 'Your order has shipped.',
          sent_by: 'api',
        },
      },
    },
  },
  'conversation.updated': {
    summary: 'A conversation changed',
    description:
      'The status or the assignment of a conversation changed, through the API, in the dashboard, or because a customer ' +
      'wrote again.',
    data: {
      schema: shapes.conversationUpdated,
      description: 'A conversation whose status or assignment changed.',
      fields: {
        ...placeFields,
        status: 'The status after the change.',
        assigned_agent_id: 'Id of the member it is assigned to after the change; null if to nobody.',
        changed: 'What changed.',
        team_id: 'Id of the team of the conversation; null without one. A change of the team alone is no event.',
      },
    },
    examples: {
      closed: {
        summary: 'A closed conversation',
        value: {
          ...place,
          status: 'closed',
          assigned_agent_id: null,
          changed: ['status'],
          team_id: null,
        },
      },
    },
  },
  'contact.updated': {
    summary: 'A contact changed',
    description:
      'A field of a contact changed: number, name, email address, company, tags, consent, external id or attributes.',
    data: {
      schema: shapes.contactUpdated,
      description: 'A contact that changed.',
      fields: {
        contact_id: 'Id of the contact.',
        changed: 'The fields of the contact that changed. `opted_out_at` is the consent.',
        contact: 'The contact after the change.',
      },
    },
    examples: {
      renamed: {
        summary: 'A new name',
        value: { contact_id: ids.contact, changed: ['name'], contact: contactSample },
      },
    },
  },
  'contact.deleted': {
    summary: 'A contact was erased',
    description: 'A contact was erased with everything it left. Remove your copy of it, too.',
    data: {
      schema: shapes.contactDeleted,
      description: 'A contact that was erased. Nothing else about it is left.',
      fields: { contact_id: 'Id of the contact.' },
    },
    examples: {
      erased: { summary: 'An erased contact', value: { contact_id: ids.contact } },
    },
  },
  'broadcast.completed': {
    summary: 'A broadcast ended',
    description: 'A broadcast was sent, failed, or was canceled and has no message under way any more.',
    data: {
      schema: shapes.broadcastCompleted,
      description: 'A broadcast that ended.',
      fields: { broadcast: 'The broadcast as it was when it ended. Later receipts change its counters.' },
    },
    examples: {
      sent: { summary: 'A sent broadcast', value: { broadcast: completedSample } },
    },
  },
};

/** `message.received` is MessageReceived. */
const toName = (event: EventName): string =>
  event.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

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
  ...Object.fromEntries(
    eventNames.flatMap((event): [string, ComponentDoc][] => {
      const { data, occurredAt } = events[event];
      const body = {
        schema: shapes.envelope(event, data.schema),
        description: `The body of a \`${event}\` delivery.`,
        fields: { ...envelopeFields, ...(occurredAt && { occurred_at: occurredAt }) },
      };
      return [
        [toName(event), data],
        [`${toName(event)}Event`, body],
      ];
    }),
  ),
};

export const documentEvent = (event: EventName) => {
  const { summary, description, examples } = events[event];
  const envelope = { id: ids.event, event, occurred_at: times.inbound, account_id: ids.account };
  return {
    operationId: `${toName(event).charAt(0).toLowerCase()}${toName(event).slice(1)}`,
    summary,
    description,
    schema: `${toName(event)}Event`,
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, { value, ...texts }]) => [
        name,
        { ...texts, value: { ...envelope, data: value } },
      ]),
    ),
  };
};
