import { setTimeout as wait } from 'node:timers/promises';
import { clock } from '../../../platform/clock.ts';
import { type HttpAnswer, type HttpResult, sendRequest } from '../../../platform/outbound-http.ts';
import { at, listOf, textOf } from '../untrusted-json.ts';
import { type MsgappAccount, parseAnswer, requestTo } from './account.ts';
import type { MessageBody } from './message-body.ts';
import { findRefusal, type Refusal, refusalBy } from './refusal.ts';

export type SendOutcome = Accepted | Refusal | Unreachable | Unknown;

/** The channel has the message; whether it arrives, a receipt will tell. */
export interface Accepted {
  outcome: 'accepted';
  channelMessageId: string;
  /** The channel's own form of the number, under which the customer will answer. */
  waId: string | null;
}

/** Nothing of the message left this machine: it can be sent again without risk. */
export interface Unreachable {
  outcome: 'unreachable';
  reason: string;
}

/** The message may have been sent, and may not: to send it again may send it twice. A receipt may yet tell. */
interface Unknown {
  outcome: 'unknown';
  reason: string;
}

interface SendOptions {
  /** Over all attempts. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

const attemptsMax = 3;
const waitMsMax = 200;

/** Sends one message. Whatever the channel does is a value; a failure to reach it is tried again, within the time. */
export const sendToMsgapp = async (
  account: MsgappAccount,
  body: MessageBody,
  { timeoutMs, signal }: SendOptions,
): Promise<SendOutcome> => {
  const endsAtMs = clock.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const leftMs = Math.min(timeoutMs, endsAtMs - clock.now());
    const result = await sendRequest({
      ...requestTo(account, 'POST', `${account.phoneNumberId}/messages`, body),
      timeoutMs: Math.max(1, leftMs),
      signal,
    });
    if (!isWorthRetrying(result) || attempt === attemptsMax || leftMs <= waitMsMax) return outcomeOf(account, result);
    await wait(Math.random() * waitMsMax);
  }
};

const isWorthRetrying = (result: HttpResult): boolean =>
  result.outcome === 'failed' && !result.sent && result.reason === 'connection';

const outcomeOf = (account: MsgappAccount, result: HttpResult): SendOutcome => {
  if (result.outcome === 'answered') return readAnswer(account, result);
  const reason = `${result.reason}: ${result.code}`;
  return { outcome: result.sent ? 'unknown' : 'unreachable', reason };
};

const readAnswer = (account: MsgappAccount, answer: HttpAnswer): SendOutcome => {
  const json = parseAnswer(answer);
  const [message] = listOf(at(json, 'messages'));
  const channelMessageId = textOf(at(message, 'id'));
  if (channelMessageId !== null) {
    const [contact] = listOf(at(json, 'contacts'));
    return { outcome: 'accepted', channelMessageId, waId: textOf(at(contact, 'wa_id')) };
  }
  const refusal = findRefusal(answer.status, json, account.accessToken);
  if (refusal) return refusal;
  // A page of some machine in between. Only these say that the message got no further than there.
  const turnedAway = answer.status === 503 || (answer.status >= 300 && answer.status < 500);
  return turnedAway ? refusalBy(answer.status) : { outcome: 'unknown', reason: `unreadable: HTTP ${answer.status}` };
};
