import { isObject, type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import { invalidParameter, missingParameter, refuse } from './refusal.ts';
import { isPhoneNumber, toWaId } from './wa-id.ts';

type Recipient = { input: string; waId: string } | { input: string; userId: string };

export interface Envelope {
  recipient: Recipient;
  type: string;
  content: unknown;
  body: JsonObject;
}

const messageTypes = [
  'text',
  'image',
  'video',
  'document',
  'audio',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'interactive',
  'template',
];

const commonFields = [
  'messaging_product',
  'recipient_type',
  'to',
  'recipient',
  'type',
  'context',
  'biz_opaque_callback_data',
  'recipient_identity_key_hash',
];

export const parseBody = (bytes: Buffer): JsonObject => {
  try {
    const body: unknown = JSON.parse(bytes.toString());
    if (isObject(body)) return body;
  } catch {
    throw invalidParameter('Invalid parameter: the body is not JSON.');
  }
  throw invalidParameter('Invalid parameter: the body is not a JSON object.');
};

/** Checks in the channel's order: fields, recipient, type, presence of content. */
export const readEnvelope = (body: JsonObject): Envelope => {
  checkFields(body);
  const recipient = readRecipient(body);
  const type = body['type'] === undefined ? 'text' : textOrEmpty(body['type']);
  if (!messageTypes.includes(type)) throw refuse(131051, { details: `Message type "${type}" is not supported.` });
  const content = body[type];
  if (typeof content !== 'object' || content === null)
    throw missingParameter(`Parameter '${type}' is mandatory for type '${type}'`);
  return { recipient, type, content, body };
};

/** A null field counts as missing. */
const checkFields = (body: JsonObject): void => {
  const unknown = Object.keys(body).find((name) => ![...commonFields, ...messageTypes].includes(name));
  if (unknown !== undefined) throw invalidParameter(`Unexpected key "${unknown}" on param "message".`);
  const data = body['biz_opaque_callback_data'] ?? '';
  if (typeof data !== 'string' || data.length > 512) {
    throw invalidParameter('Param biz_opaque_callback_data must be a string of at most 512 characters.');
  }
  if ((body['recipient_type'] ?? 'individual') !== 'individual') {
    throw invalidParameter('Param recipient_type must be individual.');
  }
  const context = body['context'] ?? undefined;
  if (context !== undefined && !textOrEmpty(objectOrEmpty(context)['message_id'])) {
    throw missingParameter("Parameter 'message_id' is mandatory in 'context'");
  }
};

/** The phone number wins over the business-scoped id. */
const readRecipient = ({ to, recipient }: JsonObject): Recipient => {
  if (typeof to === 'string' && to !== '') {
    if (!isPhoneNumber(to)) throw refuse(131009, { details: `The recipient "${to}" is not a phone number.` });
    return { input: to, waId: toWaId(to) };
  }
  if (typeof recipient === 'string' && recipient !== '') return { input: recipient, userId: recipient };
  throw missingParameter('The parameter to is required.');
};
