import * as z from 'zod/mini';

const integerBetween = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).check(z.gte(min, message), z.lte(max, message));
};
const flag = z.boolean('must be true or false');
const receipt = z.enum(['sent', 'delivered', 'read', 'played'], 'must be sent, delivered, read or played');
const failNext = z.strictObject(
  {
    count: integerBetween(1, 1_000_000),
    code: integerBetween(0, 9_999_999),
    http: z.optional(integerBetween(400, 599)),
    async: z.optional(flag),
    /** Seconds in a Retry-After header; without it the refusal has none. */
    retry_after: z.optional(integerBetween(1, 86_400)),
  },
  'must be an object such as {"count":1,"code":131000}',
);

/** All faults are off by default. */
export const switchesSchema = z.strictObject({
  duplicate: integerBetween(0, 20),
  /** Swaps a customer's webhooks in pairs: `delivered` before `sent`. */
  reorder: flag,
  delay_ms: integerBetween(0, 600_000),
  fail_next: z.nullable(failNext),
  /** Delivers the first receipt before the response to the send. */
  status_before_reply: flag,
  /** Automatic receipts: [] for none, ["sent"] for a phone that is off. */
  receipts: z.array(receipt, 'must be a list of receipts'),
  /** How a free-form message outside the 24-hour window fails: in a receipt, or at once. */
  window_refusal: z.enum(['async', 'sync'], 'must be async or sync'),
  /** Closes the window of unknown customers too. */
  enforce_window: flag,
  /** Refusals of the throttling magic number before it accepts; null means always. */
  throttle_times: z.nullable(integerBetween(1, 1000)),
  /** Delays each response to a send. */
  response_delay_ms: integerBetween(0, 60_000),
  /** Every request of the account fails: `down` with a 503, `token_expired` with a 401. */
  outage: z.nullable(z.enum(['down', 'token_expired'], 'must be down, token_expired or null')),
});

export type Switches = z.output<typeof switchesSchema>;

const defaultSwitches: Switches = {
  duplicate: 0,
  reorder: false,
  delay_ms: 0,
  fail_next: null,
  status_before_reply: false,
  receipts: ['sent', 'delivered'],
  window_refusal: 'async',
  enforce_window: false,
  throttle_times: null,
  response_delay_ms: 0,
  outage: null,
};

/** Switches of one account win over those for all, so concurrent tests do not interfere. */
export interface SwitchStore {
  forAccount: (accountId: string | undefined) => Switches;
  set: (accountId: string | undefined, change: Partial<Switches>) => void;
  reset: (accountId: string | undefined) => void;
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
