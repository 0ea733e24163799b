import type { MsgappAccount } from '../accounts.ts';
import { objectIn } from '../json.ts';
import { findMagicNumber, type MagicNumber } from '../magic-numbers.ts';
import type { Simulation } from '../simulation.ts';
import type { Envelope } from './envelope.ts';
import { isUnreachable } from './media-object.ts';
import { refuse, tokenExpired } from './refusal.ts';

/** What becomes of a sound message: accepted, with a failure to be reported later or not, or never answered. */
export type Fate = { kind: 'hangs' } | { kind: 'accepted'; isAnswered: boolean; errorCode: number | undefined };

/** Refuses a message that cannot go, or decides how it ends: by what was ordered, by its number, by window and rates. */
export const decideFate = (
  simulation: Simulation,
  account: MsgappAccount,
  envelope: Envelope,
  customerId: string,
): Fate => {
  const ordered = simulation.switches.consumeFailure(account.id);
  if (ordered && !ordered.async) throw refuse(ordered.code, ordered.http === undefined ? {} : { http: ordered.http });
  const magic = activeMagic(simulation, account, envelope, customerId);
  if (magic?.outcome === 'refused') throw refusalOf(magic);
  if (magic?.outcome === 'no answer') return { kind: 'hangs' };
  const windowCode = checkWindow(simulation, account, envelope, customerId);
  checkRates(simulation, account, customerId);
  const laterCode = ordered?.code ?? (magic?.outcome === 'fails later' ? magic.code : undefined);
  return {
    kind: 'accepted',
    isAnswered: magic?.outcome !== 'answer lost',
    errorCode: laterCode ?? windowCode ?? linkCode(envelope),
  };
};

const activeMagic = (
  { switches, rates }: Simulation,
  account: MsgappAccount,
  { type }: Envelope,
  customerId: string,
): MagicNumber | undefined => {
  const magic = findMagicNumber(customerId);
  if (magic?.acceptsTemplates && type === 'template') return undefined;
  const { throttle_times } = switches.forAccount(account.id);
  if (magic?.code !== 130429 || throttle_times === null) return magic;
  return rates.countThrottled(account.id, customerId) < throttle_times ? magic : undefined;
};

const refusalOf = ({ code = 131000, http }: MagicNumber) =>
  code === 190 ? tokenExpired() : refuse(code, http === undefined ? {} : { http });

/** Outside the window only templates go. By default that shows in a later receipt, as on the real channel. */
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

const checkRates = ({ rates, switches }: Simulation, account: MsgappAccount, customerId: string): void => {
  const { throughput_per_second, pair_rate } = switches.forAccount(account.id);
  if (throughput_per_second !== null && !rates.takeThroughput(account.id, throughput_per_second)) throw refuse(130429);
  if (pair_rate && !rates.takePair(account.id, customerId)) throw refuse(131056);
};

/** The channel fetches a link only after it has accepted the message. */
const linkCode = ({ content }: Envelope): number | undefined =>
  isUnreachable(objectIn(content)['link']) ? 131053 : undefined;
