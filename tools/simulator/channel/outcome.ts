import type { MsgappAccount } from '../accounts.ts';
import { objectOrEmpty } from '../json.ts';
import { findMagicNumber, type MagicNumber } from '../magic-numbers.ts';
import type { Simulation } from '../simulation.ts';
import { isUnreachable } from './content.ts';
import type { Envelope } from './envelope.ts';
import { refuse, tokenExpired } from './refusal.ts';

export type SendOutcome =
  | { kind: 'no_response' }
  | { kind: 'accepted'; sendsResponse: boolean; errorCode: number | undefined };

/** Throws the refusal, or decides the outcome: by fail_next, magic number, 24-hour window and rate limits. */
export const decideOutcome = (
  simulation: Simulation,
  account: MsgappAccount,
  envelope: Envelope,
  customerId: string,
): SendOutcome => {
  const forcedFailure = simulation.switches.consumeFailure(account.id);
  if (forcedFailure && !forcedFailure.async) {
    const { code, http, retry_after: retryAfterSeconds } = forcedFailure;
    throw refuse(code, {
      ...(http === undefined ? {} : { http }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
  const magicNumber = findActiveMagicNumber(simulation, account, envelope, customerId);
  if (magicNumber?.outcome === 'refused') throw toRefusal(magicNumber);
  if (magicNumber?.outcome === 'no_response') return { kind: 'no_response' };
  const windowErrorCode = checkWindow(simulation, account, envelope, customerId);
  checkRates(simulation, account, customerId);
  const forcedErrorCode =
    forcedFailure?.code ?? (magicNumber?.outcome === 'fails_later' ? magicNumber.code : undefined);
  return {
    kind: 'accepted',
    sendsResponse: magicNumber?.outcome !== 'response_lost',
    errorCode: forcedErrorCode ?? windowErrorCode ?? findLinkErrorCode(envelope),
  };
};

const findActiveMagicNumber = (
  { switches, rateLimiter }: Simulation,
  account: MsgappAccount,
  { type }: Envelope,
  customerId: string,
): MagicNumber | undefined => {
  const magicNumber = findMagicNumber(customerId);
  if (magicNumber?.acceptsTemplates && type === 'template') return undefined;
  const { throttle_times } = switches.forAccount(account.id);
  if (magicNumber?.code !== 130429 || throttle_times === null) return magicNumber;
  return rateLimiter.countThrottled(account.id, customerId) < throttle_times ? magicNumber : undefined;
};

const toRefusal = ({ code = 131000, http }: MagicNumber) =>
  code === 190 ? tokenExpired() : refuse(code, http === undefined ? {} : { http });

/** Outside the window only templates are delivered. Like the real channel, reports this in a receipt by default. */
const checkWindow = (
  { customers, switches }: Simulation,
  account: MsgappAccount,
  { type }: Envelope,
  customerId: string,
): number | undefined => {
  const { enforce_window, window_refusal } = switches.forAccount(account.id);
  const isOpen = type === 'template' || (customers.isWindowOpen(account.id, customerId) ?? !enforce_window);
  if (isOpen) return undefined;
  if (window_refusal === 'sync') throw refuse(131047);
  return 131047;
};

const checkRates = ({ rateLimiter, switches }: Simulation, account: MsgappAccount, customerId: string): void => {
  const { throughput_per_second, pair_rate } = switches.forAccount(account.id);
  if (throughput_per_second !== null && !rateLimiter.consumeThroughput(account.id, throughput_per_second))
    throw refuse(130429);
  if (pair_rate && !rateLimiter.consumePairRate(account.id, customerId)) throw refuse(131056);
};

/** The channel fetches a link only after accepting the message. */
const findLinkErrorCode = ({ content }: Envelope): number | undefined =>
  isUnreachable(objectOrEmpty(content)['link']) ? 131053 : undefined;
