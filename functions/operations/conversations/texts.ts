import * as z from 'zod/mini';
import { channels } from '../../model/channels/channel.ts';
import {
  conversation,
  conversationChanges,
  conversationStatuses,
  textMatch,
} from '../../model/conversations/conversation.ts';
import { publicMessageError } from '../../model/messages/error.ts';
import { contentTypes, message, messageStatuses, replyResult } from '../../model/messages/message.ts';
import { replyInput } from '../../model/messages/outgoing-message.ts';
import { channelMessageId, ids, phone, tagSample, times } from '../samples.ts';
import type { AreaTexts, FieldDoc } from '../texts.ts';

const conversationSample = {
  id: ids.conversation,
  channel: 'msgapp',
  contact_id: ids.contact,
  status: 'open',
  assigned_agent_id: null,
  last_message_text: 'When does it arrive?',
  last_message_at: times.inbound,
  last_inbound_at: times.inbound,
  unread_count: 1,
  created_at: times.created,
  updated_at: times.inbound,
  contact: {
    id: ids.contact,
    phone,
    social_username: null,
    name: 'Ana Torres',
    email: 'ana@example.com',
    company: 'Northwind',
    tags: [tagSample],
    opted_out_at: null,
  },
  window_expires_at: times.windowEnd,
  waiting_since: times.inbound,
  snoozed_until: null,
  team_id: null,
};

export const messageSample = {
  id: ids.message,
  conversation_id: ids.conversation,
  direction: 'outbound',
  sender_type: 'agent',
  content_type: 'text',
  content_text: 'Your order is on its way.',
  media_url: null,
  template_name: null,
  msgapp_message_id: channelMessageId,
  message_id: channelMessageId,
  status: 'delivered',
  reply_to_message_id: null,
  interactive_reply_id: null,
  deleted_at: null,
  created_at: times.created,
  error: null,
  sent_at: times.created,
};

export const messageFields: Record<string, FieldDoc> = {
  id: 'Our id of the message. `POST /messages` returns it as `message_id`.',
  conversation_id: 'Id of the conversation.',
  direction: '`inbound` is from the customer, `outbound` to the customer.',
  sender_type:
    '`customer`, `agent` for a message sent through the API, or `bot` for one of a broadcast or an away message.',
  content_type: 'What the message contains.',
  content_text: 'Text or caption of the message.',
  media_url:
    'URL of the media that was sent. For a message from a customer it is that of `GET /media/{id}`, which needs the key.',
  template_name: 'Name of the template that was sent.',
  msgapp_message_id: "The channel's id of a message on `msgapp`; null until the channel has accepted it.",
  message_id: "The channel's id of the message where the channel has one, otherwise our `id`.",
  status: 'Delivery status of the message.',
  reply_to_message_id: 'Our id of the message that this one quotes.',
  interactive_reply_id: 'Id of the button or list row that the customer chose.',
  deleted_at: 'When the customer deleted the message.',
  created_at: 'When the message was stored.',
  error: 'Why the message failed; null for every other status.',
  sent_at:
    'When the customer wrote the message, as the channel tells it, never in the future; for outbound messages, when ' +
    'we sent it. It is earlier than `created_at` if the message arrived late.',
  fallback_used: 'True if the message is the fallback template of a text or media; absent otherwise.',
  fallback_for_message_id:
    'Id of the text or media that the channel accepted and then reported as outside the 24-hour window, if this ' +
    'message is the template that followed; absent otherwise.',
};

export const texts: AreaTexts = {
  description: 'Conversations with contacts, one for each contact and channel, and their messages.',
  components: {
    ConversationStatus: {
      schema: z.enum(conversationStatuses),
      description: 'State of a conversation. A message from the customer opens it again.',
    },
    ContentType: { schema: z.enum(contentTypes), description: 'What a message contains.' },
    MessageStatus: {
      schema: z.enum(messageStatuses),
      description:
        'Delivery status of a message. It never moves back, although receipts can arrive late, twice or out of order. ' +
        'Messages from customers are `delivered`.',
    },
    Conversation: {
      schema: conversation,
      description: 'All messages exchanged with one contact on one channel.',
      fields: {
        id: 'Id of the conversation.',
        channel: 'Channel of the conversation.',
        contact_id: 'Id of the contact.',
        status: 'State of the conversation.',
        assigned_agent_id: 'Id of the member who handles the conversation; null if nobody does.',
        last_message_text: 'Text of the last message that is no away message.',
        last_message_at: 'Time of the last message that is no away message.',
        last_inbound_at: 'Time of the last message from the customer, which opens the 24-hour window.',
        unread_count: 'Messages from the customer since the last message to them.',
        created_at: 'When the conversation started.',
        updated_at: 'When the conversation last changed.',
        contact: 'The contact of the conversation.',
        window_expires_at:
          'When the 24-hour window closes or has closed: 24 hours after the last message from the customer. Null if no ' +
          'message is known, and on `web`, which has no window.',
        waiting_since:
          'Since when the customer waits for an answer: the time of the first message that nobody has answered. Null if ' +
          'nobody waits. A reply in the conversation, closing it or setting it to `pending` ends the wait; `POST ' +
          '/messages` and broadcasts do not.',
        snoozed_until:
          'Until when the conversation is set aside; null if it is not. It comes back at that time, or earlier when the ' +
          'customer writes.',
        team_id: 'Id of the team that answers the conversation, besides its member; null without one.',
        match: 'The message by which `search` has found the conversation; absent otherwise.',
      },
    },
    TextMatch: {
      schema: textMatch,
      description: 'A message by which a search has found its conversation.',
      fields: {
        message_id: 'Our id of the message.',
        sent_at: 'When it was written.',
        text: 'A piece of its text, at most 162 characters.',
        marks: 'Where the piece has what was searched for: pairs of the first character and the one behind the last.',
        is_note: 'Only members find notes.',
      },
    },
    ConversationChanges: {
      schema: conversationChanges,
      description: 'The fields of a conversation to change. Fields that are left out stay as they are.',
      fields: {
        status: '`pending` for one that waits for the customer or someone else, `closed` for one that is done.',
        assigned_agent_id: 'Id of a member, from `GET /members`; null if nobody handles it.',
        snoozed_until:
          'A time in the next 366 days until which the conversation is set aside; null ends that. Only open ones can be: ' +
          'closing the conversation or setting it to `pending` ends it.',
        team_id: 'Id of a team, from `GET /teams`; null takes it out of its team.',
      },
    },
    MessageError: {
      schema: publicMessageError,
      description: 'Why a message failed.',
      fields: {
        code: {
          description:
            "The channel's error code, or a word of ours such as `outcome_unknown` or `channel_unreachable`.",
          examples: ['131026'],
        },
        message: "The channel's words, for people. They may change.",
      },
    },
    Message: { schema: message, description: 'A message of a conversation.', fields: messageFields },
    NewReply: {
      schema: replyInput,
      description:
        'An answer in a conversation: a message as in `POST /messages`, without `to` and `name`. `type` decides which ' +
        'other fields count. On `social` a text has at most 1000 bytes in UTF-8 and a file no caption.',
      fields: {
        type: '`text`, which is the default. `document` only on `msgapp` and `web`, `template` only on `msgapp`.',
        text: 'The text, or the caption of a file.',
        media_url: 'Public http or https URL of the file.',
        filename: 'File name of a document that the chat shows.',
        template: 'The template and its values.',
        fallback_template: 'Only on `msgapp`: the template that is sent instead if the 24-hour window is closed.',
        reply_to_message_id: 'Our id of a message of this conversation, which the answer quotes.',
        seen_message_id:
          'Our id of the newest message that the sender has seen. If a later one was sent to the customer, this one is ' +
          'not: the 400 names the later one in `X-Newer-Message-Id`.',
      },
    },
    ReplyResult: {
      schema: replyResult,
      description: 'An answer that the channel has accepted.',
      fields: {
        message_id: 'Our id of the message. Lists of messages show it as `id`.',
        msgapp_message_id: "The channel's id of the message; null on `social` and `web`.",
        conversation_id: 'Id of the conversation.',
        contact_id: 'Id of the contact.',
        contact_created: 'Always false.',
        fallback_used: 'True if the fallback template was sent; absent otherwise.',
      },
    },
  },
  operations: {
    listConversations: {
      summary: 'List conversations',
      row: 'list conversations on all channels; filters `status`, `contact_id`, `channel`, `assigned_agent_id` and `team_id` (an id or `none`), `waiting=true`; `search` finds words of messages',
      description:
        'Lists conversations on all channels, newest first, each with its contact. Filters combine. With a filter, a ' +
        'page can be shorter than `limit` or even empty; only a null `next_cursor` ends the list.',
      client: { call: 'conversations.list' },
      parameters: {
        status: 'Only conversations in this state.',
        contact_id: 'Only conversations with this contact.',
        channel: {
          description: 'Only conversations on this channel. An unknown one is an `invalid_request`.',
          enum: [...channels],
        },
        assigned_agent_id: 'Only conversations of this member; `none` for those that nobody handles.',
        team_id: 'Only conversations of this team; `none` for those without one.',
        waiting:
          'Only open conversations that wait for an answer and are not snoozed: those back from a snooze first, then those ' +
          'that wait longest.',
        search:
          'Only conversations whose messages have all these words, ignoring case and accents; of the last word the ' +
          'beginning is enough, and words in quotes must be next to each other. The newest match comes first. At most ' +
          '200 characters, at least one word that is not very common. The key needs the scope `messages:read`, too. A ' +
          'message is found within seconds; those of broadcasts are not searched.',
      },
      response: {
        data: 'Conversation',
        examples: { 200: { data: [conversationSample], meta: { next_cursor: 'eyJrIjoiMDE5YTJiMWMifQ.c2ln' } } },
      },
    },
    getConversation: {
      summary: 'Get a conversation',
      row: 'one conversation with its contact',
      description: 'Returns one conversation with its contact.',
      client: { call: 'conversations.get' },
      parameters: { id: 'Id of the conversation.' },
      response: { data: 'Conversation', examples: { 200: { data: conversationSample } } },
    },
    updateConversation: {
      summary: 'Update a conversation',
      row: 'open, close, set to pending or snooze, and assign to a member or a team',
      description:
        'Changes the state of a conversation, the member who handles it, its team, or until when it is set aside. The same ' +
        'value again changes nothing. A message from the customer opens a closed or pending conversation again.',
      client: {
        call: 'conversations.update',
        comment: 'Changes the state, the member who handles it, its team or the snooze.',
      },
      parameters: { id: 'Id of the conversation.' },
      request: {
        schema: 'ConversationChanges',
        examples: {
          assign: { summary: 'Assign it to a member', value: { assigned_agent_id: ids.member } },
          close: { summary: 'Close it', value: { status: 'closed' } },
          snooze: { summary: 'Set it aside until a time', value: { status: 'open', snoozed_until: times.windowEnd } },
        },
      },
      response: {
        data: 'Conversation',
        examples: { 200: { data: { ...conversationSample, status: 'closed', waiting_since: null } } },
      },
    },
    listMessages: {
      summary: 'List messages of a conversation',
      row: 'the messages of a conversation',
      description: 'Lists the messages of a conversation, newest first.',
      client: { call: 'conversations.messages', comment: 'Newest first.' },
      parameters: { id: 'Id of the conversation.' },
      response: { data: 'Message', examples: { 200: { data: [messageSample], meta: { next_cursor: null } } } },
    },
    replyToConversation: {
      summary: 'Reply in a conversation',
      row: '[answer in a conversation](conversations.md#answer), on its channel',
      description:
        'Answers the customer on the channel of the conversation, and ends their wait; a closed or pending conversation ' +
        'stays that. On `msgapp` it does what `POST /messages` does. On `social` a text, image, video or audio reaches ' +
        'the customer within 24 hours of their last message. On `web` the message is stored as `sent`: the server of ' +
        "the site shows it and reports `delivered` and `read`. It costs one of the plan's messages, except on `web`.",
      client: {
        call: 'conversations.reply',
        comment:
          'Answers the customer on the channel of the conversation. Resolves once the channel has accepted the message.',
      },
      parameters: { id: 'Id of the conversation.' },
      request: {
        schema: 'NewReply',
        examples: {
          text: { summary: 'A text', value: { text: 'On Tuesday.', seen_message_id: ids.inboundMessage } },
          image: { summary: 'An image', value: { type: 'image', media_url: 'https://cdn.example.com/parcel.jpg' } },
        },
      },
      response: {
        data: 'ReplyResult',
        examples: {
          201: {
            data: {
              message_id: ids.message,
              msgapp_message_id: channelMessageId,
              conversation_id: ids.conversation,
              contact_id: ids.contact,
              contact_created: false,
            },
          },
        },
      },
    },
  },
};
