import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Channel } from '../accounts.ts';
import type { ChannelEvent } from './channel-event.ts';
import { type SignedBody, signHubPayload, signWebPayload, type Webhook } from './sign.ts';

export interface RetryPolicy {
  firstDelayMs: number;
  attemptsMax: number;
}

interface Delivery {
  /** Resolves after the first attempt; retries follow in the background. Order is not guaranteed. */
  deliver: (event: ChannelEvent) => Promise<void>;
  counts: (channel: Channel) => DeliveryCounts;
  stop: () => void;
}

interface DeliveryContext {
  now: () => number;
  timers: Timers;
  findWebhook: (channel: Channel) => Webhook | undefined;
  retry: RetryPolicy;
}

interface Job {
  event: ChannelEvent;
  attempt: number;
  resolve: () => void;
}

const limits = { concurrencyMax: 16, timeoutMs: 10_000, jitter: 0.2 };

export const createDelivery = ({ now, timers, findWebhook, retry }: DeliveryContext): Delivery => {
  const poster = createPoster(limits.concurrencyMax, limits.timeoutMs);
  const counter = createDeliveryCounter();

  /** Like the real channel, counts only status 200 as delivered. */
  const attempt = async (event: ChannelEvent): Promise<string | undefined> => {
    const webhook = findWebhook(event.channel);
    if (!webhook) return 'no webhook is set';
    const outcome = await poster.post(webhook.url, signPayload(event, webhook, now()));
    if ('fault' in outcome) return outcome.fault;
    return outcome.status === 200 ? undefined : `it responded with ${outcome.status}`;
  };

  const enqueue = createWorkQueue<Job>(limits.concurrencyMax, async (job) => {
    const fault = await attempt(job.event);
    const isLast = fault === undefined || job.attempt >= retry.attemptsMax;
    counter.end(job.event.channel, fault, isLast);
    job.resolve();
    if (isLast) return;
    timers.after(retryDelayMs(job.attempt, retry), () =>
      enqueue({ ...job, attempt: job.attempt + 1 }, job.event.isUrgent),
    );
  });

  return {
    deliver: (event) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      counter.begin(event.channel);
      enqueue({ event, attempt: 1, resolve }, event.isUrgent);
      return promise;
    },
    counts: counter.read,
    stop: poster.stop,
  };
};

const signPayload = (event: ChannelEvent, webhook: Webhook, nowMs: number): SignedBody =>
  event.channel === 'web'
    ? signWebPayload(event.payload, event.account, nowMs)
    : signHubPayload(event.payload, webhook);

const retryDelayMs = (attempt: number, { firstDelayMs }: RetryPolicy): number =>
  firstDelayMs * 2 ** (attempt - 1) * (1 + Math.random() * limits.jitter);

export interface DeliveryCounts {
  pending: number;
  delivered: number;
  retried: number;
  dropped: number;
  last_failure: string | null;
}

interface DeliveryCounter {
  read: (channel: Channel) => DeliveryCounts;
  begin: (channel: Channel) => void;
  end: (channel: Channel, fault: string | undefined, isLast: boolean) => void;
}

const createDeliveryCounter = (): DeliveryCounter => {
  const counts = { msgapp: zeroCounts(), social: zeroCounts(), web: zeroCounts() };
  return {
    read: (channel) => ({ ...counts[channel] }),
    begin: (channel) => {
      counts[channel].pending += 1;
    },
    end: (channel, fault, isLast) => {
      const count = counts[channel];
      if (fault !== undefined) count.last_failure = fault;
      if (!isLast) {
        count.retried += 1;
        return;
      }
      count.pending -= 1;
      count[fault === undefined ? 'delivered' : 'dropped'] += 1;
    },
  };
};

const zeroCounts = (): DeliveryCounts => ({ pending: 0, delivered: 0, retried: 0, dropped: 0, last_failure: null });

type EnqueueJob<Job> = (job: Job, isUrgent: boolean) => void;

/** Runs jobs with bounded concurrency. `run` must not throw. */
const createWorkQueue = <Job>(concurrencyMax: number, run: (job: Job) => Promise<void>): EnqueueJob<Job> => {
  const urgent = new Set<Job>();
  const normal = new Set<Job>();
  let running = 0;
  const startJobs = (): void => {
    while (running < concurrencyMax) {
      const job = removeFirst(urgent) ?? removeFirst(normal);
      if (!job) return;
      running += 1;
      void run(job).finally(() => {
        running -= 1;
        startJobs();
      });
    }
  };
  return (job, isUrgent) => {
    (isUrgent ? urgent : normal).add(job);
    startJobs();
  };
};

const removeFirst = <Job>(jobs: Set<Job>): Job | undefined => {
  const [first] = jobs;
  if (first) jobs.delete(first);
  return first;
};

type PostOutcome = { status: number } | { fault: string };

interface Poster {
  post: (url: string, message: SignedBody) => Promise<PostOutcome>;
  stop: () => void;
}

const createPoster = (connectionsMax: number, timeoutMs: number): Poster => {
  const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: connectionsMax });
  const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: connectionsMax });
  return {
    post: (url, message) => postOnce(url, message, url.startsWith('https:') ? httpsAgent : httpAgent, timeoutMs),
    stop: () => {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
};

const postOnce = (
  url: string,
  { body, headers }: SignedBody,
  agent: HttpAgent,
  timeoutMs: number,
): Promise<PostOutcome> => {
  const { promise, resolve } = Promise.withResolvers<PostOutcome>();
  const send = agent instanceof HttpsAgent ? httpsRequest : httpRequest;
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const fail = ({ message }: Error) => resolve({ fault: message });
  const request = send(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (response) => {
    response.on('error', fail);
    response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
    response.resume();
  });
  const timer = setTimeout(() => request.destroy(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  request.on('error', fail);
  request.end(body);
  return promise.finally(() => clearTimeout(timer));
};

/** Timers that are stopped together; none fires or starts afterwards. */
export interface Timers {
  after: (delayMs: number, run: () => void) => () => void;
  pause: (delayMs: number) => Promise<void>;
  stop: () => void;
}

export const createTimers = (): Timers => {
  const pending = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const cancel = (timer: NodeJS.Timeout): void => {
    clearTimeout(timer);
    pending.delete(timer);
  };
  const after = (delayMs: number, run: () => void): (() => void) => {
    if (isStopped) return () => undefined;
    const timer = setTimeout(() => {
      pending.delete(timer);
      run();
    }, delayMs);
    pending.add(timer);
    return () => cancel(timer);
  };
  return {
    after,
    pause: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    stop: () => {
      isStopped = true;
      for (const timer of pending) cancel(timer);
    },
  };
};
