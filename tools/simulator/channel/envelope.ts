import { randomBytes } from 'node:crypto';
import { isObject, type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import { invalidParameter, missingParameter, refuse } from './refusal.ts';

interface Recipient {
  input: string;
  waId: string;
}

export interface Envelope {
  recipient: Recipient;
  type: string;
  content: unknown;
  body: JsonObject;
}

/** The service sends no others. */
const messageTypes = ['text', 'image', 'video', 'document', 'audio', 'template'];

const commonFields = ['messaging_product', 'recipient_type', 'to', 'type', 'context', 'biz_opaque_callback_data'];

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

const readRecipient = ({ to }: JsonObject): Recipient => {
  if (typeof to !== 'string' || to === '') throw missingParameter('The parameter to is required.');
  if (!isPhoneNumber(to)) throw refuse(131009, { details: `The recipient "${to}" is not a phone number.` });
  return { input: to, waId: toWaId(to) };
};

/** The channel rewrites three countries: Brazil loses the ninth digit, Mexico gains a 1 and Argentina a 9. */
export const toWaId = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '');
  return digits
    .replace(/^55(\d\d)9(\d{8})$/, '55$1$2')
    .replace(/^52(\d{10})$/, '521$1')
    .replace(/^54(?!9)(\d{10})$/, '549$1');
};

export const isPhoneNumber = (text: string): boolean => {
  const digits = text.replaceAll(/[\s()+.-]/g, '');
  return /^\d{7,15}$/.test(digits);
};

/** The id is as long as a real one. */
export const newWamid = (): string => `wamid.${randomBytes(42).toString('base64')}`;
