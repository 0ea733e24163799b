import { setTimeout as wait } from 'node:timers/promises';
import { clock } from '../../../platform/clock.ts';
import { type HttpResponse, type HttpResult, sendRequest } from '../../../platform/outbound/http.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import { readArray, readPath, readText } from '../untrusted-json.ts';
import { buildRequest, type MsgappAccount } from './account.ts';
import type { MessageBody } from './message-body.ts';
import { type ChannelRefusal, findRefusal, refusalFromStatus } from './refusal.ts';

export type SendOutcome = AcceptedSend | ChannelRefusal | UnreachableChannel | UnknownSend;

export interface AcceptedSend {
  outcome: 'accepted';
  channelMessageId: string;
  /** The channel's own form of the number, which the customer's replies will carry. */
  waId: string | null;
}

/** Nothing was transmitted, so a retry is safe. */
export interface UnreachableChannel {
  outcome: 'unreachable';
  reason: string;
}

/** The response was lost: a retry could send the message twice. A receipt may still resolve it. */
interface UnknownSend {
  outcome: 'unknown';
  reason: string;
}

/**
 * This limits all attempts together. Callers run in functions of 25 s and 30 s, may call twice, and need the rest to
 * store the outcome.
 */
const channelTimeoutMs = 8_000;

const attemptsMax = 3;
const backoffMsMax = 200;

export const sendToMsgapp = (
  account: MsgappAccount,
  body: MessageBody,
  timeoutMs = channelTimeoutMs,
): Promise<SendOutcome> => sendToChannel(account, account.phoneNumberId, body, readAccepted, timeoutMs);

type ChannelHost = Pick<MsgappAccount, 'baseUrl' | 'apiVersion' | 'accessToken'>;

/** Both channels answer alike, except for how they accept a message. */
type ReadAccepted = (json: unknown) => AcceptedSend | undefined;

/** Channel errors are outcomes, not exceptions. Retries only when no connection was made. */
export const sendToChannel = async (
  host: ChannelHost,
  senderId: string,
  body: object,
  read: ReadAccepted,
  timeoutMs = channelTimeoutMs,
): Promise<SendOutcome> => {
  const deadlineMs = clock.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const remainingMs = Math.min(timeoutMs, deadlineMs - clock.now());
    const result = await sendRequest({
      ...buildRequest(host, 'POST', `${senderId}/messages`, body),
      timeoutMs: Math.max(1, remainingMs),
    });
    if (!isWorthRetrying(result) || attempt === attemptsMax || remainingMs <= backoffMsMax)
      return toSendOutcome(host, result, read);
    await wait(Math.random() * backoffMsMax);
  }
};

const isWorthRetrying = (result: HttpResult): boolean =>
  result.outcome === 'failed' && !result.sent && result.reason === 'connection';

const toSendOutcome = (host: ChannelHost, result: HttpResult, read: ReadAccepted): SendOutcome => {
  if (result.outcome === 'answered') return readResponse(host, result, read);
  const reason = `${result.reason}: ${result.code}`;
  return { outcome: result.sent ? 'unknown' : 'unreachable', reason };
};

const readAccepted: ReadAccepted = (json) => {
  const [message] = readArray(readPath(json, 'messages'));
  const channelMessageId = readText(readPath(message, 'id'));
  if (channelMessageId === null) return undefined;
  const [contact] = readArray(readPath(json, 'contacts'));
  return { outcome: 'accepted', channelMessageId, waId: readText(readPath(contact, 'wa_id')) };
};

const readResponse = ({ accessToken }: ChannelHost, response: HttpResponse, read: ReadAccepted): SendOutcome => {
  const json = parseJson(response.body.toString());
  const known = read(json) ?? findRefusal(response, json, accessToken);
  if (known) return known;
  // The response of a proxy in between. Only these statuses prove that the message got no further.
  const stoppedAtProxy = response.status === 503 || (response.status >= 300 && response.status < 500);
  return stoppedAtProxy
    ? refusalFromStatus(response)
    : { outcome: 'unknown', reason: `unreadable: HTTP ${response.status}` };
};
