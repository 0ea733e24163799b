import { sendResult } from '../../../functions/model/messages/message.ts';
import type { AreaDoc, ComponentDoc, FieldDoc } from '../area.ts';
import * as shapes from '../shapes/message.ts';
import { messageExamples } from './message-examples.ts';
import { channelMessageId, ids, phone } from './samples.ts';
import { templateComponents } from './template-components.ts';

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
      template: 'The template and its values.',
      fallback_template: 'Must be absent or null: a template reaches a customer at any time.',
    },
  },
  NewMessage: {
    schema: shapes.newMessage,
    description: 'A message to send. `type` decides which other fields count; a text may leave it out.',
  },
};

export const messages: AreaDoc = {
  description: 'Sends messages on the `msgapp` channel.',
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
  },
  operations: {
    sendMessage: {
      description:
        'Sends a message to a phone number, and creates its contact and conversation if needed. A 201 means that the ' +
        'channel has accepted the message. Text and media reach a customer only within 24 hours of their last ' +
        'message; later, send a template, or give the message a `fallback_template`, which is then sent instead. If ' +
        'the response of the channel is lost, the 502 says so: do not send the message again before its status is ' +
        'known.',
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
