import { failedMessage } from '../../model/messages/listed-message.ts';
import { sendResult } from '../../model/messages/message.ts';
import { messageFields, messageSample } from '../conversations/texts.ts';
import { channelMessageId, ids, phone, phone as to } from '../samples.ts';
import * as shapes from '../shapes.ts';
import { templateComponents } from '../templates/component-texts.ts';
import type { AreaTexts, ComponentDoc, Example, FieldDoc } from '../texts.ts';

const addressedFields: Record<string, FieldDoc> = {
  to: {
    description: "Phone number in E.164, or a national number in the workspace's default country.",
    minLength: 1,
    maxLength: 250,
    examples: [phone],
  },
  name: 'Name of the contact. It replaces a stored name that differs.',
  reply_to_message_id: 'Our id of an earlier message of the same conversation, which this one quotes.',
};

const freeFormFields: Record<string, FieldDoc> = {
  ...addressedFields,
  fallback_template:
    'Approved template that is sent instead if the 24-hour window is closed. It is checked even if it is not needed. ' +
    'At most 16,384 characters as JSON.',
};

const mediaFields = (kind: string): Record<string, FieldDoc> => ({
  ...freeFormFields,
  type: `\`${kind}\`.`,
  media_url: {
    description: `Public http or https URL of the ${kind}, from which the channel fetches it.`,
    pattern: '^https?://',
  },
});

const captionFields = (kind: string): Record<string, FieldDoc> => ({
  ...mediaFields(kind),
  text: `Caption of the ${kind}.`,
});

const messageComponents: Record<string, ComponentDoc> = {
  TextMessage: {
    schema: shapes.textMessage,
    description: 'A text. It needs no `type`.',
    fields: { ...freeFormFields, type: '`text`, which is the default.', text: 'Text of the message.' },
  },
  ImageMessage: {
    schema: shapes.imageMessage,
    description: 'An image with an optional caption.',
    fields: captionFields('image'),
  },
  VideoMessage: {
    schema: shapes.videoMessage,
    description: 'A video with an optional caption.',
    fields: captionFields('video'),
  },
  DocumentMessage: {
    schema: shapes.documentMessage,
    description: 'A file with an optional caption and file name.',
    fields: { ...captionFields('document'), filename: 'File name that the chat shows.' },
  },
  AudioMessage: {
    schema: shapes.audioMessage,
    description: 'A sound file. It has no caption.',
    fields: mediaFields('audio'),
  },
  TemplateMessage: {
    schema: shapes.templateMessage,
    description: 'An approved template. It is the only message that reaches a customer outside the 24-hour window.',
    fields: {
      ...addressedFields,
      type: '`template`.',
      template:
        'The template and its values, which may name fields of the contact as in a broadcast: ' +
        '`{{contact.name|there}}`. At most 16,384 characters as JSON, also with the values of the contact.',
      fallback_template: 'Must be absent or null: a template reaches a customer at any time.',
    },
  },
  NewMessage: {
    schema: shapes.newMessage,
    description: 'A message to send. `type` decides which other fields count; a text may leave it out.',
  },
};

const reason = '(#131026) Message undeliverable';
const remedy =
  'The number may not be on the channel, or may have blocked or never accepted this business: check the number.';

const failedSample = {
  ...messageSample,
  msgapp_message_id: null,
  message_id: ids.message,
  status: 'failed',
  error: { code: '131026', message: `${reason}. ${remedy}` },
  channel: 'msgapp',
  contact_id: ids.contact,
  broadcast_id: null,
  reason,
  remedy,
};

const messageExamples: Record<string, Example> = {
  text: { summary: 'A text', value: { to, text: 'Your order is on its way.', name: 'Ana Torres' } },
  reply: {
    summary: 'A text that quotes a message',
    value: { to, type: 'text', text: 'On Tuesday.', reply_to_message_id: ids.inboundMessage },
  },
  fallback: {
    summary: 'A text that becomes a template if the 24-hour window is closed',
    value: {
      to,
      text: 'Your order is on its way.',
      fallback_template: { name: 'order_update', language: 'en_US', params: ['Ana', '1042'] },
    },
  },
  image: {
    summary: 'An image with a caption',
    value: { to, type: 'image', media_url: 'https://cdn.example.com/parcel.jpg', text: 'Your parcel' },
  },
  video: { summary: 'A video', value: { to, type: 'video', media_url: 'https://cdn.example.com/assembly.mp4' } },
  document: {
    summary: 'A document',
    value: {
      to,
      type: 'document',
      media_url: 'https://cdn.example.com/invoices/1042.pdf',
      filename: 'Invoice 1042.pdf',
    },
  },
  audio: { summary: 'A sound file', value: { to, type: 'audio', media_url: 'https://cdn.example.com/greeting.ogg' } },
  template: {
    summary: 'A template with body values',
    value: { to, type: 'template', template: { name: 'order_update', language: 'en_US', params: ['Ana', '1042'] } },
  },
  structuredTemplate: {
    summary: 'A template with a header and a button',
    value: {
      to,
      type: 'template',
      template: {
        name: 'order_ready',
        language: 'en_US',
        params: {
          bodyNamed: { first_name: 'Ana', order_id: '1042' },
          headerMediaUrl: 'https://cdn.example.com/parcel.jpg',
          buttonParams: { 0: '1042' },
        },
      },
    },
  },
};

export const texts: AreaTexts = {
  description: 'Sends messages on the `msgapp` channel, and lists those that failed.',
  components: {
    ...messageComponents,
    ...templateComponents,
    SendResult: {
      schema: sendResult,
      description: 'A message that the channel has accepted.',
      fields: {
        message_id: 'Our id of the message. Lists of messages show it as `id`.',
        msgapp_message_id: "The channel's id of the message. Status events refer to it.",
        conversation_id: 'Id of the conversation.',
        contact_id: 'Id of the contact.',
        contact_created: 'Whether this request created the contact.',
        fallback_used: 'True if the fallback template was sent; absent otherwise.',
      },
    },
    FailedMessage: {
      schema: failedMessage,
      description: 'A message that did not arrive.',
      fields: {
        ...messageFields,
        channel: 'Channel of the message.',
        contact_id: 'Id of the contact.',
        broadcast_id: 'Id of the broadcast that sent the message; null for a single send.',
        reason: "Why the message failed, in the channel's words.",
        remedy: 'What to do about it, for people.',
      },
    },
  },
  operations: {
    listFailedMessages: {
      summary: 'List failed messages',
      row: 'with `status=failed`, which is required: the failed messages of 30 days, with reason and remedy; filters `contact_id`, `channel`',
      description:
        'Lists the messages of the last 30 days that the channel refused, or reported as failed later, newest first: ' +
        'single sends and those of broadcasts. A message that arrives after all leaves the list. A request that was ' +
        'refused before it became a message is not listed. With a filter, a page can be shorter than `limit` or even ' +
        'empty; only a null `next_cursor` ends the list.',
      client: { call: 'messages.failed', isHandWritten: true },
      parameters: {
        status: 'Must be `failed`. List other messages by conversation.',
        contact_id: 'Only messages to this contact.',
        channel: 'Only messages on this channel.',
      },
      response: { data: 'FailedMessage', examples: { 200: { data: [failedSample], meta: { next_cursor: null } } } },
    },
    sendMessage: {
      summary: 'Send a message',
      row: 'send a text, template, image, video, document or audio message to a phone number',
      description:
        'Sends a message to a phone number, and creates its contact and conversation if needed. A 201 means that the ' +
        'channel has accepted the message. Text and media reach a customer only within 24 hours of their last ' +
        'message; later, send a template, or give the message a `fallback_template`, which is then sent instead. If ' +
        'the response of the channel is lost, the 502 says so: do not send the message again before its status is ' +
        'known.',
      client: { call: 'messages.send', comment: 'Resolves once the channel has accepted the message.' },
      request: { schema: 'NewMessage', examples: messageExamples },
      response: {
        data: 'SendResult',
        examples: {
          201: {
            data: {
              message_id: ids.message,
              msgapp_message_id: channelMessageId,
              conversation_id: ids.conversation,
              contact_id: ids.contact,
              contact_created: true,
            },
          },
        },
      },
    },
  },
};
