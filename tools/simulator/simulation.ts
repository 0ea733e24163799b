import type { Accounts } from './accounts.ts';
import type { BuiltInReceiver } from './built-in-receiver.ts';
import type { MediaStore } from './channel/media-store.ts';
import type { RateLimiter } from './channel/rate-limiter.ts';
import type { Customers } from './customers.ts';
import type { SwitchStore } from './fault-switches.ts';
import type { SentMessages } from './sent-messages.ts';
import type { TemplateStore } from './templates/store.ts';
import type { Timers } from './timers.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface ReceiptDelays {
  sentAfterMs: number;
  deliveredAfterMs: number;
  readAfterMs: number;
}

export interface Simulation {
  now: () => number;
  url: () => string;
  receiptDelays: ReceiptDelays;
  accounts: Accounts;
  media: MediaStore;
  customers: Customers;
  rateLimiter: RateLimiter;
  receiver: BuiltInReceiver;
  sent: SentMessages;
  switches: SwitchStore;
  templates: TemplateStore;
  timers: Timers;
  webhooks: Webhooks;
}

export const toUnixSeconds = (timeMs: number): string => String(Math.floor(timeMs / 1000));
