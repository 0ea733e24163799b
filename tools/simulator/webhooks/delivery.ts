import type { Channel } from '../accounts.ts';
import type { Timers } from '../timers.ts';
import { createTally, type DeliveryCounts } from './delivery-counts.ts';
import { hubForm } from './hub.ts';
import type { Notice } from './notice.ts';
import { createPoster } from './post.ts';
import { webForm } from './web.ts';
import type { SignedBody, Webhook } from './webhook.ts';
import { createWorkQueue } from './work-queue.ts';

export interface Retry {
  /** The wait after the first attempt; each further one is twice as long. */
  firstDelayMs: number;
  attemptsMax: number;
}

export interface Delivery {
  /** Sends a notice until it is taken or given up, in no promised order; settles after the first attempt. */
  deliver: (notice: Notice) => Promise<void>;
  counts: (channel: Channel) => DeliveryCounts;
  stop: () => void;
}

interface DeliveryContext {
  now: () => number;
  timers: Timers;
  webhookOf: (channel: Channel) => Webhook | undefined;
  retry: Retry;
}

interface Job {
  notice: Notice;
  attempt: number;
  settle: () => void;
}

const limits = { concurrencyMax: 16, timeoutMs: 10_000, jitter: 0.2 };

export const createDelivery = ({ now, timers, webhookOf, retry }: DeliveryContext): Delivery => {
  const poster = createPoster(limits.concurrencyMax, limits.timeoutMs);
  const tally = createTally();

  /** The channel takes nothing but 200 for an answer. */
  const attempt = async (notice: Notice): Promise<string | undefined> => {
    const webhook = webhookOf(notice.channel);
    if (!webhook) return 'no webhook is set';
    const outcome = await poster.post(webhook.url, formOf(notice, webhook, now()));
    if ('fault' in outcome) return outcome.fault;
    return outcome.status === 200 ? undefined : `it answered ${outcome.status}`;
  };

  const add = createWorkQueue<Job>(limits.concurrencyMax, async (job) => {
    const fault = await attempt(job.notice);
    const isLast = fault === undefined || job.attempt >= retry.attemptsMax;
    tally.end(job.notice.channel, fault, isLast);
    job.settle();
    if (isLast) return;
    timers.after(delayMsAfter(job.attempt, retry), () =>
      add({ ...job, attempt: job.attempt + 1 }, job.notice.isUrgent),
    );
  });

  return {
    deliver: (notice) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      tally.begin(notice.channel);
      add({ notice, attempt: 1, settle: resolve }, notice.isUrgent);
      return promise;
    },
    counts: tally.of,
    stop: poster.stop,
  };
};

const formOf = (notice: Notice, webhook: Webhook, nowMs: number): SignedBody =>
  notice.channel === 'web' ? webForm(notice.payload, notice.account, nowMs) : hubForm(notice.payload, webhook);

const delayMsAfter = (attempt: number, { firstDelayMs }: Retry): number =>
  firstDelayMs * 2 ** (attempt - 1) * (1 + Math.random() * limits.jitter);
