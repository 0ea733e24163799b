import type { Accounts } from './accounts.ts';
import type { MediaStore } from './channel/media-store.ts';
import type { RateLimiter } from './channel/rate-limiter.ts';
import type { Customers } from './customers.ts';
import type { SwitchStore } from './fault-switches.ts';
import type { SentMessages } from './sent-messages.ts';
import type { TemplateStore } from './templates/store.ts';
import type { Timers } from './timers.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** How long after a send its receipts come. */
export interface ReceiptDelays {
  sentAfterMs: number;
  deliveredAfterMs: number;
  readAfterMs: number;
}

/** Everything that the simulator knows. It is kept in memory and gone with it. */
export interface Simulation {
  now: () => number;
  /** Where the simulator is reached. */
  url: () => string;
  receiptDelays: ReceiptDelays;
  accounts: Accounts;
  media: MediaStore;
  customers: Customers;
  rateLimiter: RateLimiter;
  sent: SentMessages;
  switches: SwitchStore;
  templates: TemplateStore;
  timers: Timers;
  webhooks: Webhooks;
}

/** The channel's own form of a time. */
export const toUnixSeconds = (timeMs: number): string => String(Math.floor(timeMs / 1000));
