import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openDevice } from '../../../sdk/chat/frame/device.ts';
import { createOutbox, type Delivery, type Pending } from '../../../sdk/chat/frame/outbox.ts';

/** The storage of a browser, which the pages of a site share. */
const makeStorage = (): Storage => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  return new Proxy(storage, {
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }) as Storage;
};

const blocked = (): Storage => {
  throw new Error('SecurityError');
};

const pending = (id: string, at: number): Pending => ({ id, text: id, state: 'waiting', at });

type Deliver = (message: Pending) => Promise<Delivery>;

const openPage = (findStorage: () => Storage, deliver: Deliver) => {
  const device = openDevice('site_1', findStorage);
  const outbox = createOutbox({
    device,
    deliver,
    alone: (run) => run(),
    onChange: () => undefined,
    onDelivery: () => undefined,
  });
  return { device, outbox };
};

const outcomes: Delivery[] = [
  { outcome: 'accepted' },
  { outcome: 'offline' },
  { outcome: 'failed' },
  { outcome: 'later', afterMs: 5 },
];

describe('the outbox of a visitor', () => {
  it('delivers each message of any page, in the order of each page, whatever the network does', async () => {
    vi.useFakeTimers();
    const attempt = fc.record({ outcome: fc.constantFrom(...outcomes), isTaken: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(attempt, { maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        async (attempts, count) => {
          const storage = makeStorage();
          const taken: string[] = [];
          const script = [...attempts];
          const deliver: Deliver = async ({ id }) => {
            const { outcome, isTaken } = script.shift() ?? { outcome: outcomes[0] as Delivery, isTaken: true };
            // The service may have it although no answer came.
            if ((isTaken || outcome.outcome === 'accepted') && !taken.includes(id)) taken.push(id);
            return outcome;
          };
          const ids = Array.from({ length: count }, (_, index) => `m${index}`);
          const first = openPage(() => storage, deliver);
          for (const [index, id] of ids.entries()) first.outbox.add(pending(id, index));
          await vi.advanceTimersByTimeAsync(3_000);
          // The page goes, and the next one goes on with what it left.
          const second = openPage(() => storage, deliver);
          second.outbox.resume();
          await vi.advanceTimersByTimeAsync(600_000);
          second.outbox.resume();
          await vi.advanceTimersByTimeAsync(600_000);
          expect(taken.toSorted()).toEqual(ids);
          expect(second.outbox.all().map(({ state }) => state)).toEqual(ids.map(() => 'accepted'));
        },
      ),
      { numRuns: 60, examples: [[[{ outcome: outcomes[2] as Delivery, isTaken: true }], 2]] },
    );
  });

  it('works in memory where the browser refuses storage', async () => {
    const sent: string[] = [];
    const { outbox } = openPage(blocked, async ({ id }) => {
      sent.push(id);
      return { outcome: 'accepted' };
    });
    outbox.add(pending('one', 1));
    outbox.add(pending('two', 2));
    await expect.poll(() => sent).toEqual(['one', 'two']);
    outbox.confirm(new Set(['one']));
    expect(outbox.all().map(({ id }) => id)).toEqual(['two']);
  });

  it('goes on with the next message when the service refuses one, and keeps that one', async () => {
    const { outbox } = openPage(blocked, async ({ id }) =>
      id === 'bad' ? { outcome: 'refused', reason: 'bad_request' } : { outcome: 'accepted' },
    );
    outbox.add(pending('bad', 1));
    outbox.add(pending('good', 2));
    await expect.poll(() => outbox.all().map(({ state }) => state)).toEqual(['failed', 'accepted']);
  });
});
