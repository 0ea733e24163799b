import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newContact } from '../../../../functions/domain/contacts/contacts.ts';
import { withRecordedChoice, withWrittenChoice } from '../../../../functions/model/contacts/consent.ts';
import type { ConsentChoice } from '../../../../functions/model/contacts/consent-keywords.ts';
import { newId } from '../../../../functions/platform/ids.ts';

const time = (second: number): string => new Date(Date.UTC(2026, 10, 15, 12, 0, second)).toISOString();

const blank = newContact(newId(), {});

type Written = [ConsentChoice, number];

const applyAll = (choices: readonly Written[]) =>
  choices.reduce((contact, [choice, second]) => withWrittenChoice(contact, choice, time(second)), blank);

const written: fc.Arbitrary<Written> = fc.tuple(
  fc.constantFrom<ConsentChoice>('opt_out', 'opt_in'),
  fc.integer({ min: 0, max: 5 }),
);

describe('a choice that a customer wrote', () => {
  it('the newest choice counts, and of two at the same time the one that opts out, in any order and number', () => {
    const orders = fc
      .array(written, { minLength: 1, maxLength: 6 })
      .chain((choices) => fc.tuple(fc.constant(choices), fc.shuffledSubarray([...choices, ...choices])));
    fc.assert(
      fc.property(orders, ([choices, more]) => {
        const newest = Math.max(...choices.map(([, second]) => second));
        const isOut = choices.some(([choice, second]) => second === newest && choice === 'opt_out');
        expect(applyAll([...more, ...choices])).toMatchObject({
          opted_out_at: isOut ? time(newest) : null,
          consent_at: time(newest),
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, Written[], number | null]>([
    [
      'a late START that is older than the STOP',
      [
        ['opt_out', 2],
        ['opt_in', 1],
      ],
      2,
    ],
    [
      'a late STOP that is older than the START',
      [
        ['opt_in', 2],
        ['opt_out', 1],
      ],
      null,
    ],
    [
      'a late START between two STOPs',
      [
        ['opt_out', 1],
        ['opt_out', 3],
        ['opt_in', 2],
      ],
      3,
    ],
    [
      'a repeated STOP after a START',
      [
        ['opt_out', 1],
        ['opt_in', 2],
        ['opt_out', 1],
      ],
      null,
    ],
  ])('%s changes nothing', (_, choices, second) => {
    expect(applyAll(choices).opted_out_at).toBe(second === null ? null : time(second));
  });

  it('a choice that changes nothing returns the same contact', () => {
    const contact = applyAll([['opt_out', 2]]);
    expect(withWrittenChoice(contact, 'opt_out', time(2))).toBe(contact);
    expect(withWrittenChoice(contact, 'opt_in', time(2))).toBe(contact);
    expect(withWrittenChoice(contact, 'opt_in', time(1))).toBe(contact);
  });
});

describe('a choice that an agent records', () => {
  it('it counts now, and a message of the customer from before it does not undo it', () => {
    const contact = withRecordedChoice(blank, true, time(5));
    expect(contact.opted_out_at).toBe(time(5));
    expect(withWrittenChoice(contact, 'opt_in', time(4)).opted_out_at).toBe(time(5));
    expect(withWrittenChoice(contact, 'opt_in', time(6)).opted_out_at).toBeNull();
  });

  it('it counts even if the newest message of the customer is ahead of our clock', () => {
    const optedOut = applyAll([['opt_out', 9]]);
    expect(withRecordedChoice(optedOut, false, time(5))).toMatchObject({ opted_out_at: null, consent_at: time(9) });
  });

  it('a choice that the contact has already changes nothing', () => {
    expect(withRecordedChoice(blank, false, time(5))).toBe(blank);
    const optedOut = applyAll([['opt_out', 1]]);
    expect(withRecordedChoice(optedOut, true, time(5))).toBe(optedOut);
  });
});
