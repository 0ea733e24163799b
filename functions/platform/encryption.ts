import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { readSecret } from './secrets.ts';

/**
 * Seals a text for one place: AES-256-GCM, with the place authenticated, so that the text opens there and nowhere else.
 * `encrypted:v1:<key id>:<base64url of nonce, ciphertext and tag>`.
 */
export const encrypt = async (context: string, plaintext: string): Promise<`encrypted:${string}`> => {
  const { current, keys } = await readKeys(keysMaxAgeMs);
  const key = keys.get(current);
  if (key === undefined) throw new Error('The encryption secret has no key of the id that it calls current.');
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key), nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `encrypted:v1:${current}:${encrypted.toString('base64url')}`;
};

/** The text that was sealed for this place. Anything else is an error, which names the place and never the value. */
export const decrypt = async (context: string, encrypted: string): Promise<string> => {
  const [, keyId, encoded] = /^encrypted:v1:([a-z0-9]{1,32}):([\w-]+)$/.exec(encrypted) ?? [];
  if (keyId === undefined || encoded === undefined) throw new Error(`What lies at ${context} is not encrypted.`);
  // A key of an unknown id was made current a moment ago: it is asked for at once, however new ours are.
  const key = (await readKeys(keysMaxAgeMs)).keys.get(keyId) ?? (await readKeys(0)).keys.get(keyId);
  if (!key)
    throw new Error(`What lies at ${context} is encrypted with a key that the encryption secret does not hold.`);
  const text = decryptBytes(key, context, encoded);
  if (text === undefined) throw new Error(`What lies at ${context} is damaged, or was encrypted for another context.`);
  return text;
};

/** An old key goes on to open what it sealed, so there is no hurry to hear of a new one. */
const keysMaxAgeMs = 60 * 60 * 1000;

const nonceBytes = 12;
const tagBytes = 16;

const decryptBytes = (key: string, context: string, encoded: string): string | undefined => {
  const bytes = Buffer.from(encoded, 'base64url');
  // The last letter may have bits that stand for nothing: only one spelling of a value is good.
  if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== encoded) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
};

interface EncryptionKeys {
  /** The id of the key that seals. All of them open. */
  current: string;
  keys: ReadonlyMap<string, string>;
}

/** The keys by their ids, beside the id of the current one: CloudFormation can generate no value further inside. */
const sealingSecret = z.catchall(z.object({ current: z.string() }), z.string().check(z.minLength(32)));

const readKeys = async (maxAgeMs: number): Promise<EncryptionKeys> => {
  const { success, data } = z.safeParse(sealingSecret, parseJson(await readSecret('encryption', maxAgeMs)));
  // The parser's own words would quote the secret in the log.
  if (!success) throw new Error('The encryption secret must be {"current":"<id>","<id>":"<32 characters or more>",…}.');
  const { current, ...keys } = data;
  return { current, keys: new Map(Object.entries(keys)) };
};

/** The secret is text of some length; the cipher wants 256 even bits that serve nothing else. */
const deriveKey = (key: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', 'switchboard encryption v1', 32));

/** The value, or nothing where there is no JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
