import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJson } from './parse-json.ts';
import { readSecret } from './secrets.ts';

/** Binds a ciphertext to its place, and names the secret whose keys encrypt it. */
export interface EncryptionContext {
  secret: string;
  text: string;
}

/**
 * AES-256-GCM with the context as authenticated data, so the text decrypts only in the same context. The result is
 * `encrypted:v1:<key id>:<base64url of nonce, ciphertext and tag>`.
 */
export const encrypt = async (context: EncryptionContext, plaintext: string): Promise<`encrypted:${string}`> => {
  const { current, keys } = await readKeys(context.secret, keysMaxAgeMs);
  const key = keys.get(current);
  if (key === undefined) throw new Error(`The secret ${context.secret} has no key with its \`current\` id.`);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key), nonce).setAAD(Buffer.from(context.text));
  const encrypted = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `encrypted:v1:${current}:${encrypted.toString('base64url')}`;
};

/** Throws if the text was not encrypted for this context. The error names the context, never the value. */
export const decrypt = async ({ secret, text: context }: EncryptionContext, encrypted: string): Promise<string> => {
  const [, keyId, encoded] = encryptedPattern.exec(encrypted) ?? [];
  if (keyId === undefined || encoded === undefined || !keyIdPattern.test(keyId))
    throw new Error(`Cannot decrypt ${context}: the value is not encrypted.`);
  // An unknown key id means a rotation since the last read, so the secret is read again at once.
  const key = (await readKeys(secret, keysMaxAgeMs)).keys.get(keyId) ?? (await readKeys(secret, 0)).keys.get(keyId);
  if (!key) throw new Error(`Cannot decrypt ${context}: the secret ${secret} has no key ${keyId}.`);
  const text = decryptBytes(key, context, encoded);
  if (text === undefined)
    throw new Error(`Cannot decrypt ${context}: the ciphertext is corrupt or was encrypted for another context.`);
  return text;
};

const encryptedPattern = /^encrypted:v1:([^:]*):([\w-]+)$/;

/** Undefined if the current key encrypted the text already. */
export const reencrypt = async (
  context: EncryptionContext,
  encrypted: string,
): Promise<`encrypted:${string}` | undefined> => {
  const { current } = await readKeys(context.secret, keysMaxAgeMs);
  const [, keyId] = encryptedPattern.exec(encrypted) ?? [];
  return keyId === current ? undefined : encrypt(context, await decrypt(context, encrypted));
};

/** A hash that cannot be guessed without the secret. It changes when the secret is rotated. */
export const keyedHash = async (secret: string, text: string): Promise<string> => {
  const { current, keys } = await readKeys(secret, keysMaxAgeMs);
  const key = new Uint8Array(hkdfSync('sha256', keys.get(current) ?? '', '', 'switchboard hash v1', 32));
  return createHmac('sha256', key).update(text).digest('hex');
};

/** Ids only. A function may encrypt with an earlier `current` key for `keysMaxAgeMs`. */
export const listKeyIds = async (secret: string): Promise<{ current: string; earlier: string[] }> => {
  const { current, keys } = await readKeys(secret, 0);
  return { current, earlier: [...keys.keys()].filter((id) => id !== current) };
};

/** Old keys keep decrypting, so a new one is not urgent. */
export const keysMaxAgeMs = 60 * 60 * 1000;

/** A key is found again by its id within the encrypted text. */
const keyIdPattern = /^[a-z0-9]{1,32}$/;

const nonceBytes = 12;
const tagBytes = 16;

const decryptBytes = (key: string, context: string, encoded: string): string | undefined => {
  const bytes = Buffer.from(encoded, 'base64url');
  // The last base64url character may have unused bits; only the canonical spelling is valid.
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
  current: string;
  keys: ReadonlyMap<string, string>;
}

/** Flat, because CloudFormation can generate a value only at the top level of a secret. */
const encryptionSecret = z.catchall(
  z.object({ current: z.string().check(z.regex(keyIdPattern)) }),
  z.string().check(z.minLength(32)),
);

const malformedSecretMessage =
  'must be {"current":"<id>","<id>":"<32 characters or more>",…}. ' +
  'An id has 1 to 32 lower-case letters (a to z) and digits.';

const readKeys = async (secret: string, maxAgeMs: number): Promise<EncryptionKeys> => {
  const { success, data } = z.safeParse(encryptionSecret, parseJson(await readSecret(secret, maxAgeMs)));
  // The parser's message would quote the secret in the log.
  if (!success) throw new Error(`The secret ${secret} ${malformedSecretMessage}`);
  const { current, ...keys } = data;
  return { current, keys: new Map(Object.entries(keys)) };
};

/** The secret is text of any length; AES needs 256 uniform bits of its own. */
const deriveKey = (key: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', 'switchboard encryption v1', 32));
