import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { memberReply } from '../../../../functions/model/conversations/answering.ts';

it.each([
  ['names a field that contacts do not have', { template: { name: 'a', params: ['{{contact.nmae}}'] } }],
  ['names a column of a file', { template: { name: 'a', params: ['{{row.code}}'] } }],
  ['has a template that is too long to be kept', { template: { name: 'a', params: ['x'.repeat(16_384)] } }],
])('the reply of a member is refused if it %s, as that of a key is', (_, body) => {
  expect(z.safeParse(memberReply, body).success).toBe(false);
});
