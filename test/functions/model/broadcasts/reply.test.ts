import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AwaitedReply, readReply } from '../../../../functions/model/broadcasts/reply.ts';

const threeDays = 3 * 86_400;

const event = fc.record({
  kind: fc.constantFrom('broadcast', 'hello', 'hello', 'stop'),
  afterSeconds: fc.oneof(fc.nat(4 * 86_400), fc.constantFrom(0, threeDays, threeDays + 1)),
});

it('a broadcast has one answer and one opt-out at most, of what came within three days and before the next one', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 14 }), (events) => {
      const timed = events.map(({ kind }, index) => {
        const waits = events.slice(0, index + 1).map(({ afterSeconds }) => afterSeconds);
        return { kind, at: waits.reduce((sum, seconds) => sum + seconds, 0) };
      });
      let awaited: AwaitedReply | undefined;
      const counted = { answers: 0, optOuts: 0 };
      for (const { kind, at: seconds } of timed) {
        if (kind === 'broadcast') awaited = { broadcast_id: '', shard: 0, at: seconds * 1_000 };
        else if (awaited) {
          const { counts, awaits } = readReply(awaited, { sentMs: seconds * 1_000, optsOut: kind === 'stop' });
          counted.answers += counts.replied_count ?? 0;
          counted.optOuts += counts.opted_out_count ?? 0;
          awaited = awaits;
        }
      }
      const plain = { answers: 0, optOuts: 0 };
      for (const [index, { kind, at: sentAt }] of timed.entries()) {
        if (kind !== 'broadcast') continue;
        const rest = timed.slice(index + 1);
        const next = rest.findIndex((one) => one.kind === 'broadcast');
        const inTime = rest.slice(0, next < 0 ? undefined : next).filter((one) => one.at - sentAt <= threeDays);
        plain.answers += Number(inTime.length > 0);
        plain.optOuts += Number(inTime.some((one) => one.kind === 'stop'));
      }
      expect(counted).toEqual(plain);
    }),
    { numRuns: 2_000 },
  );
});
