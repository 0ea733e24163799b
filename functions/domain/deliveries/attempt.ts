import type { DeliveryAttempt } from '../../model/deliveries/delivery.ts';
import { type Event, toPublicEvent } from '../../model/deliveries/event.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { pinnedLookup } from '../../platform/outbound/dns.ts';
import { sendRequest } from '../../platform/outbound/http.ts';
import { createStandardSignature, createTimedSignature } from '../../platform/signature.ts';
import type { StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { readSigningSecrets } from '../webhooks/secrets.ts';
import { checkTarget, type WebhookTarget } from '../webhooks/target-guard.ts';
import type { AttemptResult } from './retry-policy.ts';

/** Covers DNS lookup, connection, request and the whole response. */
const attemptTimeoutMs = 5_000;

const responseBytesMax = 16 * 1024;

export interface CompletedAttempt {
  result: AttemptResult;
  record: DeliveryAttempt;
}

/** Never throws for what the receiver does. A secret that cannot be decrypted throws, because that is our fault. */
export const attemptDelivery = async (
  webhook: StoredWebhook,
  event: Event,
  check = checkTarget,
): Promise<CompletedAttempt> => {
  const secrets = await readSigningSecrets(event.workspaceId, webhook);
  const startedMs = clock.now();
  const timerStartMs = performance.now();
  const elapsedMs = () => performance.now() - timerStartMs;
  const target = await check(webhook.url);
  const result: AttemptResult =
    'rejected' in target
      ? { outcome: 'rejected', reason: target.rejected }
      : await post({ id: webhook.id, secrets }, event, target, attemptTimeoutMs - elapsedMs());
  const record = { at: isoTime(startedMs), code: toAttemptCode(result), duration_ms: Math.round(elapsedMs()) };
  return { result, record: { ...record, answer: toResponseExcerpt(result) } };
};

interface Signer {
  id: string;
  secrets: readonly string[];
}

const post = (signer: Signer, event: Event, { url, addresses }: WebhookTarget, timeoutMs: number) => {
  const body = JSON.stringify(toPublicEvent(event));
  return sendRequest({
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/json', ...signedHeaders(signer, event, body) },
    body,
    timeoutMs,
    bodyBytesMax: responseBytesMax,
    lookup: pinnedLookup(addresses),
  });
};

const signedHeaders = (signer: Signer, event: Event, body: string): Record<string, string> => {
  const nowMs = clock.now();
  const signature = createTimedSignature(body, signer.secrets, nowMs);
  return {
    ...namedHeaders('X-Service', signer, event, signature),
    // Receivers older than the rename read these.
    ...namedHeaders('X-Legacy', signer, event, signature),
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': createStandardSignature(event.id, body, signer.secrets, nowMs),
  };
};

const namedHeaders = (prefix: string, { id }: Signer, { name }: Event, signature: string) => ({
  [`${prefix}-Event`]: name,
  [`${prefix}-Webhook-Id`]: id,
  [`${prefix}-Signature`]: signature,
});

const toAttemptCode = (result: AttemptResult): number | string => {
  if (result.outcome === 'answered') return result.status;
  if (result.outcome === 'rejected') return `rejected: ${result.reason}`;
  return result.reason === 'timeout' ? 'timeout' : result.code;
};

/** A failure's response helps to find its cause; a success's is kept short, so the row costs one write unit. */
const excerptBytesMax = (status: number): number => (status < 300 ? 100 : 1024);

const toResponseExcerpt = (result: AttemptResult): string =>
  result.outcome === 'answered' ? result.body.subarray(0, excerptBytesMax(result.status)).toString() : '';
