import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Compressed JSON. In the requests of functions, bytes are base64: see functions/platform/sdk/json-protocol.ts. */
export const pack = (value: unknown): Uint8Array => toBytes(deflateRawSync(JSON.stringify(value), { level: 9 }));

export const unpack = (parts: readonly unknown[]): unknown =>
  JSON.parse(inflateRawSync(Buffer.concat(parts.map(readBytes))).toString());

export const toBytes = (buffer: Uint8Array): Uint8Array =>
  Object.assign(new Uint8Array(buffer), { toJSON: () => Buffer.from(buffer).toString('base64') });

const readBytes = (stored: unknown): Uint8Array =>
  stored instanceof Uint8Array ? stored : Buffer.from(String(stored), 'base64');
