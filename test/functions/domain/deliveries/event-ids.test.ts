import { describe, expect, it } from 'vitest';
import { listContactEventIds, listMessageEventIds, toEvent } from '../../../../functions/domain/deliveries/events.ts';
import type { Item } from '../../../../functions/table/dynamodb/item.ts';
import type { StoredMessage } from '../../../../functions/table/messages/messages.ts';
import { contact, conversation, inbound, outbound, workspaceId } from '../../../support/table/changed-items.ts';

const idOf = (before: Item | undefined, after: Item): string | undefined => toEvent({ before, after })?.id;

const statuses = ['sent', 'delivered', 'read', 'failed'] as const;

describe('the ids of events that stored items have caused', () => {
  it('a contact and its conversations lead to the events of their creation', () => {
    const expected = [idOf(undefined, contact), idOf(undefined, conversation)];
    expect(listContactEventIds(workspaceId, contact, [conversation])).toEqual(expected);
  });

  it('an inbound message leads to its event, whatever time the channel reported', () => {
    const message = { ...inbound, sent_at: '2026-11-15T11:00:00.000Z' };
    expect(listMessageEventIds(message as unknown as StoredMessage)).toEqual([idOf(undefined, message)]);
  });

  it('an outbound message leads to the events of its receipts', () => {
    const times = Object.fromEntries(statuses.map((status, n) => [`${status}_at`, `2026-11-15T12:00:0${n}.000Z`]));
    const expected = statuses.map((status) =>
      idOf(outbound, { ...outbound, last_receipt: { status, at: times[`${status}_at`] } }),
    );
    const message = { ...outbound, ...times } as unknown as StoredMessage;
    expect(listMessageEventIds(message)).toEqual(expected);
    expect(listMessageEventIds(outbound as unknown as StoredMessage)).toEqual([]);
  });
});
