import * as z from 'zod/mini';

const integerBetween = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).check(z.gte(min, message), z.lte(max, message));
};
const flag = z.boolean('must be true or false');
const receipt = z.enum(['sent', 'delivered', 'read', 'played'], 'must be sent, delivered, read or played');
const failNext = z.strictObject(
  {
    /** How many sends fail. */
    count: integerBetween(1, 1_000_000),
    /** An error code of the channel. */
    code: integerBetween(0, 9_999_999),
    /** The status of the answer; without it the one that belongs to the code. */
    http: z.optional(integerBetween(400, 599)),
    /** Accepts the message, and reports the failure later. */
    async: z.optional(flag),
  },
  'must be an object such as {"count":1,"code":131000}',
);

/** How the channel behaves. Everything is off, as on a good day, until it is switched on. */
export const switchesSchema = z.strictObject({
  /** Sends each webhook this many times more. */
  duplicate: integerBetween(0, 20),
  /** Swaps the webhooks of a customer in pairs: `delivered` before `sent`. */
  reorder: flag,
  /** Holds each webhook back for so long. */
  delay_ms: integerBetween(0, 600_000),
  /** Puts up to this many updates into one webhook; 0 and 1 put one. */
  batch: integerBetween(0, 1000),
  fail_next: z.nullable(failNext),
  /** Leaves phone numbers out of webhooks, as for customers who have taken a username. */
  omit_phone: flag,
  /** Delivers the first receipt before it answers the send. */
  status_before_reply: flag,
  /** The receipts that follow by themselves: [] for none, ["sent"] for a phone that is off. */
  receipts: z.array(receipt, 'must be a list of receipts'),
  webhook_version: z.enum(['v23.0', 'v24.0'], 'must be v23.0 or v24.0'),
  /** How a free-form message outside the 24-hour window fails: by a later receipt, or at once. */
  window_refusal: z.enum(['async', 'sync'], 'must be async or sync'),
  /** Closes the window for customers who have not written; without it only a closed window is closed. */
  enforce_window: flag,
  /** How often the number for throttling is refused before it is accepted; null refuses for ever. */
  throttle_times: z.nullable(integerBetween(1, 1000)),
  /** Refuses what an account sends beyond this (130429). */
  throughput_per_second: z.nullable(integerBetween(1, 100_000)),
  /** Refuses more than 45 messages at once, or one in 6 s, to a customer (131056). */
  pair_rate: flag,
  /** The only recipients, as for a test number (131030); null allows all. */
  allowed_recipients: z.nullable(z.array(z.string('must be a phone number'), 'must be a list of phone numbers')),
  /** Off: the business number is not registered (133010). */
  registered: flag,
});

export type Switches = z.output<typeof switchesSchema>;

const defaultSwitches: Switches = {
  duplicate: 0,
  reorder: false,
  delay_ms: 0,
  batch: 0,
  fail_next: null,
  omit_phone: false,
  status_before_reply: false,
  receipts: ['sent', 'delivered'],
  webhook_version: 'v24.0',
  window_refusal: 'async',
  enforce_window: false,
  throttle_times: null,
  throughput_per_second: null,
  pair_rate: false,
  allowed_recipients: null,
  registered: true,
};

/** Switches for all accounts, and for single ones, where they win: so tests beside each other do not meet. */
export interface SwitchStore {
  forAccount: (accountId: string | undefined) => Switches;
  set: (accountId: string | undefined, change: Partial<Switches>) => void;
  reset: (accountId: string | undefined) => void;
  /** Takes one of the failures that were ordered, if any is left. */
  consumeFailure: (accountId: string) => NonNullable<Switches['fail_next']> | undefined;
}

export const createSwitchStore = (initial: Partial<Switches> = {}): SwitchStore => {
  const allAccounts = '';
  const changes = new Map<string, Partial<Switches>>();
  const set = (key: string, change: Partial<Switches>) => void changes.set(key, { ...changes.get(key), ...change });
  return {
    forAccount: (accountId = allAccounts) => ({
      ...defaultSwitches,
      ...initial,
      ...changes.get(allAccounts),
      ...changes.get(accountId),
    }),
    set: (accountId = allAccounts, change) => set(accountId, change),
    // Without an account everything is as at the start.
    reset: (accountId) => (accountId === undefined ? changes.clear() : void changes.delete(accountId)),
    consumeFailure: (accountId) => {
      const key = [accountId, allAccounts].find((candidate) => changes.get(candidate)?.fail_next);
      const failure = key === undefined ? undefined : changes.get(key)?.fail_next;
      if (key === undefined || !failure) return undefined;
      set(key, { fail_next: failure.count > 1 ? { ...failure, count: failure.count - 1 } : null });
      return failure;
    },
  };
};
