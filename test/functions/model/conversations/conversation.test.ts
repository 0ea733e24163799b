import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { memberReply } from '../../../../functions/model/conversations/answering.ts';
import { findWindowExpiry } from '../../../../functions/model/conversations/conversation.ts';

describe('the end of the 24-hour window', () => {
  it.each([
    ['msgapp', '2026-03-28T12:00:00.500Z', '2026-03-29T12:00:00.500Z'],
    ['social', '2026-12-31T23:59:59.999Z', '2027-01-01T23:59:59.999Z'],
    ['msgapp', null, null],
    ['social', null, null],
    ['web', '2026-03-28T12:00:00.500Z', null],
  ] as const)('on %s a last message at %s makes it %s', (channel, last_inbound_at, expiresAt) => {
    expect(findWindowExpiry({ channel, last_inbound_at })).toBe(expiresAt);
  });
});

describe("a member's reply", () => {
  it.each([
    ['names a field that contacts do not have', { template: { name: 'a', params: ['{{contact.nmae}}'] } }],
    ['has a template that is too long to be kept', { template: { name: 'a', params: ['x'.repeat(16_384)] } }],
  ])('is refused if it %s, as that of a key is', (_, body) => {
    expect(z.safeParse(memberReply, body).success).toBe(false);
  });
});
