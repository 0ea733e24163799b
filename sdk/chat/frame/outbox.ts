import type { PageInfo } from '../bridge.ts';
import type { Device } from './device.ts';

/** A message on its way. The service knows it by this id, however often it is sent. */
export interface Pending {
  id: string;
  text?: string;
  reply_to_id?: string;
  file?: { name: string; type: string; size: number };
  upload_id?: string | undefined;
  page?: PageInfo;
  language?: string;
  email?: string;
  state: 'waiting' | 'failed' | 'accepted';
  /** What the service said against it. */
  reason?: string;
  at: number;
  acceptedAt?: number;
}

/** What became of an attempt. */
export type Delivery =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; afterMs: number }
  | { outcome: 'offline' }
  | { outcome: 'failed' };

export interface OutboxParts {
  device: Device;
  deliver: (message: Pending, change: (changes: Partial<Pending>) => void) => Promise<Delivery>;
  onChange: () => void;
  onDelivery: (delivery: Delivery) => void;
  /** One tab at a time sends. */
  alone: <Result>(run: () => Promise<Result>) => Promise<Result>;
}

const prefix = 'out.';
const failuresMax = 4;
const backoffMs = { first: 1_000, max: 30_000 };
/** The service has it, so a conversation without it has lost it for another reason, such as an erasure. */
const acceptedMsMax = 10 * 60_000;

/** Each message has a key of its own, so two tabs never write over each other's. */
export const createOutbox = ({ device, deliver, onChange, onDelivery, alone }: OutboxParts) => {
  let isRunning = false;
  let wake: (() => void) | undefined;
  const failures = new Map<string, number>();

  const find = (id: string): Pending | undefined => parse(device.get(prefix + id));
  const put = (message: Pending): void => {
    device.set(prefix + message.id, JSON.stringify(message));
    onChange();
  };
  const change = (id: string, changes: Partial<Pending>): void => {
    const message = find(id);
    if (message) put({ ...message, ...changes });
  };
  const all = (): Pending[] =>
    device
      .keys(prefix)
      .flatMap((key) => parse(device.get(key)) ?? [])
      .sort((a, b) => a.at - b.at);
  const remove = (id: string): void => {
    device.remove(prefix + id);
    failures.delete(id);
  };

  const sendOne = (id: string): Promise<Delivery | undefined> =>
    alone(async () => {
      const message = find(id);
      // Another tab was faster.
      if (message?.state !== 'waiting') return undefined;
      const delivery = await deliver(message, (changes) => change(id, changes));
      settle(id, delivery);
      return delivery;
    });

  const settle = (id: string, delivery: Delivery): void => {
    const count = delivery.outcome === 'failed' ? (failures.get(id) ?? 0) + 1 : 0;
    failures.set(id, count);
    if (delivery.outcome === 'accepted') change(id, { state: 'accepted', acceptedAt: Date.now() });
    if (delivery.outcome === 'refused') change(id, { state: 'failed', reason: delivery.reason });
    if (count >= failuresMax) change(id, { state: 'failed' });
    onDelivery(delivery);
  };

  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** In their order, until none waits. One that the service refuses does not hold up the next. */
  const flush = async (): Promise<void> => {
    wake?.();
    if (isRunning) return;
    isRunning = true;
    let attempts = 0;
    for (let next = firstWaiting(); next; next = firstWaiting()) {
      const delivery = await sendOne(next.id);
      const isOnTheWay = !delivery || delivery.outcome === 'accepted' || delivery.outcome === 'refused';
      attempts = isOnTheWay ? 0 : attempts + 1;
      if (delivery?.outcome === 'later') await pause(delivery.afterMs);
      else if (!isOnTheWay) await pause(Math.random() * Math.min(backoffMs.first * 2 ** attempts, backoffMs.max));
    }
    isRunning = false;
  };
  const firstWaiting = (): Pending | undefined => all().find(({ state }) => state === 'waiting');

  return {
    all,
    flush,
    add: (message: Pending): void => {
      put(message);
      void flush();
    },
    retry: (id: string, changes: Pick<Pending, 'email'> = {}): void => {
      failures.delete(id);
      change(id, { state: 'waiting', ...changes });
      void flush();
    },
    /** What an earlier page left is tried again. */
    resume: (): void => {
      for (const { id, state, reason } of all()) if (state === 'failed' && !reason) change(id, { state: 'waiting' });
      void flush();
    },
    /** The conversation shows these by now. */
    confirm: (ids: ReadonlySet<string>): string[] => {
      const isOld = ({ acceptedAt }: Pending): boolean =>
        acceptedAt !== undefined && Date.now() - acceptedAt > acceptedMsMax;
      const done = all().filter((message) => ids.has(message.id) || isOld(message));
      for (const { id } of done) remove(id);
      if (done.length > 0) onChange();
      return done.map(({ id }) => id);
    },
    remove: (id: string): void => {
      remove(id);
      onChange();
    },
  };
};

const parse = (text: string | undefined): Pending | undefined => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Pending);
  } catch {
    return undefined;
  }
};
