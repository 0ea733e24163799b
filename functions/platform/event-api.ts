import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { env } from './env.ts';
import { sendRequest } from './outbound/http.ts';

/** A stream's batch waits no longer for a hint. */
const publishMsMax = 500;

/** The class that the signer expects. The SDK's own loads a copy of SHA-256 in JavaScript. */
class Sha256 {
  private readonly hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(toBytes(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
  reset(): void {
    throw new Error('A hash is used once.');
  }
}

const toBytes = (data: string | ArrayBuffer | ArrayBufferView): Uint8Array =>
  typeof data === 'string'
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);

/** False if AppSync did not take the event in time. Never throws for what the network does. */
export const publishEvent = async (channel: string, event: string): Promise<boolean> => {
  const url = new URL(`${env.eventApiUrl() ?? `https://${env.hintsHost()}`}/event`);
  const body = JSON.stringify({ channel, events: [event] });
  const { region, ...credentials } = env.awsIdentity();
  const signer = new SignatureV4({ service: 'appsync', region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: {},
    headers: { host: url.host, 'content-type': 'application/json' },
    body,
  });
  const result = await sendRequest({
    method: 'POST',
    url,
    headers,
    body,
    timeoutMs: publishMsMax,
    bodyBytesMax: 10_000,
  });
  return result.outcome === 'answered' && result.status === 200;
};
