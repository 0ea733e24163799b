import { setTimeout as wait } from 'node:timers/promises';
import { clock } from '../../../platform/clock.ts';
import { type HttpResponse, type HttpResult, sendRequest } from '../../../platform/outbound-http.ts';
import { readArray, readPath, readText } from '../untrusted-json.ts';
import { buildRequest, type MsgappAccount, parseResponse } from './account.ts';
import type { MessageBody } from './message-body.ts';
import { type ChannelRefusal, findRefusal, refusalFromStatus } from './refusal.ts';

export type SendOutcome = AcceptedSend | ChannelRefusal | UnreachableChannel | UnknownSend;

/** The channel has the message; whether it arrives, a receipt will tell. */
export interface AcceptedSend {
  outcome: 'accepted';
  channelMessageId: string;
  /** The channel's own form of the number, under which the customer will answer. */
  waId: string | null;
}

/** Nothing of the message left this machine: it can be sent again without risk. */
export interface UnreachableChannel {
  outcome: 'unreachable';
  reason: string;
}

/** The message may have been sent, and may not: to send it again may send it twice. A receipt may yet tell. */
interface UnknownSend {
  outcome: 'unknown';
  reason: string;
}

interface SendOptions {
  /** Over all attempts. */
  timeoutMs: number;
}

const attemptsMax = 3;
const backoffMsMax = 200;

/** Sends one message. Whatever the channel does is a value; a failure to reach it is tried again, within the time. */
export const sendToMsgapp = async (
  account: MsgappAccount,
  body: MessageBody,
  { timeoutMs }: SendOptions,
): Promise<SendOutcome> => {
  const deadlineMs = clock.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const remainingMs = Math.min(timeoutMs, deadlineMs - clock.now());
    const result = await sendRequest({
      ...buildRequest(account, 'POST', `${account.phoneNumberId}/messages`, body),
      timeoutMs: Math.max(1, remainingMs),
    });
    if (!isWorthRetrying(result) || attempt === attemptsMax || remainingMs <= backoffMsMax)
      return toSendOutcome(account, result);
    await wait(Math.random() * backoffMsMax);
  }
};

const isWorthRetrying = (result: HttpResult): boolean =>
  result.outcome === 'failed' && !result.sent && result.reason === 'connection';

const toSendOutcome = (account: MsgappAccount, result: HttpResult): SendOutcome => {
  if (result.outcome === 'answered') return readResponse(account, result);
  const reason = `${result.reason}: ${result.code}`;
  return { outcome: result.sent ? 'unknown' : 'unreachable', reason };
};

const readResponse = (account: MsgappAccount, response: HttpResponse): SendOutcome => {
  const json = parseResponse(response);
  const [message] = readArray(readPath(json, 'messages'));
  const channelMessageId = readText(readPath(message, 'id'));
  if (channelMessageId !== null) {
    const [contact] = readArray(readPath(json, 'contacts'));
    return { outcome: 'accepted', channelMessageId, waId: readText(readPath(contact, 'wa_id')) };
  }
  const refusal = findRefusal(response.status, json, account.accessToken);
  if (refusal) return refusal;
  // A page of some machine in between. Only these say that the message got no further than there.
  const stoppedAtProxy = response.status === 503 || (response.status >= 300 && response.status < 500);
  return stoppedAtProxy
    ? refusalFromStatus(response.status)
    : { outcome: 'unknown', reason: `unreadable: HTTP ${response.status}` };
};
