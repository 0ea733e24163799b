import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Sealed } from '../model/secret.ts';
import { readSecret } from './secrets.ts';

/**
 * Seals a text for one place: AES-256-GCM, with the place authenticated, so that the text opens there and nowhere else.
 * `sealed:v1:<key id>:<base64url of nonce, ciphertext and tag>`.
 */
export const seal = async (place: string, text: string): Promise<Sealed> => {
  const { current, keys } = await readKeys(keptForMs);
  const key = keys.get(current);
  if (key === undefined) throw new Error('The sealing secret has no key of the id that it calls current.');
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `sealed:v1:${current}:${sealed.toString('base64url')}`;
};

/** The text that was sealed for this place. Anything else is an error, which names the place and never the value. */
export const unseal = async (place: string, sealed: string): Promise<string> => {
  const [, keyId, encoded] = /^sealed:v1:([a-z0-9]{1,32}):([\w-]+)$/.exec(sealed) ?? [];
  if (keyId === undefined || encoded === undefined) throw new Error(`What lies at ${place} is not sealed.`);
  // A key of an unknown id was made current a moment ago: it is asked for at once, however new ours are.
  const key = (await readKeys(keptForMs)).keys.get(keyId) ?? (await readKeys(0)).keys.get(keyId);
  if (!key) throw new Error(`What lies at ${place} is sealed with a key that the sealing secret does not hold.`);
  const text = open(key, place, encoded);
  if (text === undefined) throw new Error(`What lies at ${place} is damaged, or was sealed for another place.`);
  return text;
};

/** An old key goes on to open what it sealed, so there is no hurry to hear of a new one. */
const keptForMs = 60 * 60 * 1000;

const nonceBytes = 12;
const tagBytes = 16;

const open = (key: string, place: string, encoded: string): string | undefined => {
  const bytes = Buffer.from(encoded, 'base64url');
  // The last letter may have bits that stand for nothing: only one spelling of a value is good.
  if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== encoded) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
};

interface Keys {
  /** The id of the key that seals. All of them open. */
  current: string;
  keys: ReadonlyMap<string, string>;
}

/** The keys by their ids, beside the id of the current one: CloudFormation can generate no value further inside. */
const sealingSecret = z.catchall(z.object({ current: z.string() }), z.string().check(z.minLength(32)));

const readKeys = async (maxAgeMs: number): Promise<Keys> => {
  const { success, data } = z.safeParse(sealingSecret, parseJson(await readSecret('sealing', maxAgeMs)));
  // The parser's own words would quote the secret in the log.
  if (!success) throw new Error('The sealing secret must be {"current":"<id>","<id>":"<32 characters or more>",…}.');
  const { current, ...keys } = data;
  return { current, keys: new Map(Object.entries(keys)) };
};

/** The secret is text of some length; the cipher wants 256 even bits that serve nothing else. */
const keyOf = (key: string): Uint8Array => new Uint8Array(hkdfSync('sha256', key, '', 'switchboard seal v1', 32));

/** The value, or nothing where there is no JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
