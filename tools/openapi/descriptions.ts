import * as z from 'zod/mini';
import { message, sendResult } from '../../functions/model/message.ts';
import { publicMessageError } from '../../functions/model/message-error.ts';

/** Of fields whose name does not say enough. */
const descriptions: [z.ZodMiniType, string][] = [
  [sendResult.shape.message_id, 'Our id of the message: `id`, not `message_id`, in its row.'],
  [sendResult.shape.msgapp_message_id, "The channel's id of the message: `message_id` in its row."],
  [message.shape.id, 'Our id of the message: `message_id` in the response of `POST /messages`.'],
  [message.shape.msgapp_message_id, "The channel's id on msgapp; null until the channel accepts the message."],
  [message.shape.message_id, "The channel's id of the message, or ours while the channel has none."],
  [message.shape.error, 'Why the message failed; null for every other status.'],
  [
    publicMessageError.shape.code,
    "The channel's error code, or a word of ours such as `outcome_unknown` or `channel_unreachable`.",
  ],
  [publicMessageError.shape.message, "The channel's words, for people; they may change."],
];

export const newRegistry = () => {
  const registry = z.registry<{ id?: string; description?: string }>();
  for (const [schema, description] of descriptions) registry.add(schema, { description });
  return registry;
};
