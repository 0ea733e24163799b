import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from 'vitest';
import { consumers } from '../../../../functions/consumers/consumers.ts';
import { toVersion } from '../../../../functions/domain/conversations/version.ts';
import { toHints } from '../../../../functions/domain/hints/hints.ts';
import { type Hint, toEvent } from '../../../../functions/model/hints/hint.ts';
import { newId } from '../../../../functions/platform/ids.ts';
import type { Item } from '../../../../functions/table/dynamodb/item.ts';
import { keys } from '../../../../functions/table/keys.ts';
import { matchesAny } from '../../../../tools/local/sources/filter.ts';

const [workspaceId, id, other] = [newId(), newId(), newId()];

const by = (kind: string) => ({ last_message: { author: { kind }, text: 'Hi' }, last_message_id: newId() });
const conversation: Item = {
  ...keys.conversation(workspaceId, id),
  entity: 'conversation',
  id,
  contact: { name: 'Ana', tags: [] },
};
const message: Item = {
  ...keys.message(id, other),
  entity: 'message',
  id: other,
  workspace_id: workspaceId,
  conversation_id: id,
};
const delivery: Item = {
  ...keys.delivery(other, id),
  entity: 'delivery',
  workspace_id: workspaceId,
  status: 'pending',
};
const version = (item: Item) => toVersion(item as unknown as Parameters<typeof toVersion>[0]);

const changed = { ...conversation, ...by('customer') };
const inBroadcast = { ...message, sender_type: 'bot', broadcast: { broadcast_id: id, shard: 0 } };

const changes: [title: string, before: Item | undefined, after: Item | undefined, Hint[]][] = [
  ['a new conversation', undefined, conversation, [{ kind: 'conversation', id, version: version(conversation) }]],
  ['a conversation with a message', conversation, changed, [{ kind: 'conversation', id, version: version(changed) }]],
  ['an erased conversation', conversation, undefined, [{ kind: 'conversation', id, version: '' }]],
  ['a receipt', { ...message, sender_type: 'agent' }, { ...message, sender_type: 'agent' }, [{ kind: 'entries', id }]],
  [
    'a receipt of a broadcast',
    inBroadcast,
    { ...inBroadcast, direction: 'outbound', channel: 'msgapp', last_receipt: { at: '2026-11-18T15:00:00.000Z' } },
    [
      { kind: 'entries', id },
      { kind: 'broadcast', id },
    ],
  ],
  ['a new contact', undefined, { ...keys.contact(workspaceId, id), entity: 'contact', id }, [{ kind: 'contact', id }]],
  [
    'a broadcast',
    { entity: 'broadcast' },
    { ...keys.broadcast(workspaceId, id), entity: 'broadcast', id },
    [{ kind: 'broadcast', id }],
  ],
  ['an attempt of a delivery', undefined, delivery, [{ kind: 'delivery', id: other }]],
  ['a retried delivery', delivery, { ...delivery, status: 'failed' }, [{ kind: 'delivery', id: other }]],
  ['a new webhook', undefined, { ...keys.webhook(workspaceId, id), entity: 'webhook', id }, [{ kind: 'delivery', id }]],
  [
    'a deleted webhook',
    { ...keys.webhook(workspaceId, id), entity: 'webhook', id },
    undefined,
    [{ kind: 'delivery', id }],
  ],
  [
    'a request',
    undefined,
    { ...keys.requestRecord(other, id), entity: 'request', workspace_id: workspaceId },
    [{ kind: 'request' }],
  ],
  ['a new member', undefined, { ...keys.member(workspaceId, id), entity: 'member' }, [{ kind: 'members' }]],
  [
    'a member with another role',
    { ...keys.member(workspaceId, id), entity: 'member', role: 'agent' },
    { ...keys.member(workspaceId, id), entity: 'member', role: 'owner' },
    [{ kind: 'members' }],
  ],
  ['an invitation', undefined, { ...keys.invitation(workspaceId, id), entity: 'invitation' }, [{ kind: 'members' }]],
  ['a former member', { ...keys.member(workspaceId, id), entity: 'member' }, undefined, [{ kind: 'members' }]],
  [
    'the workspace',
    keys.workspace(workspaceId),
    { ...keys.workspace(workspaceId), name: 'Acme' },
    [{ kind: 'workspace' }],
  ],
];

const toRecord = (before: Item | undefined, after: Item | undefined) => ({
  eventName: after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE',
  dynamodb: {
    Keys: marshall({ pk: (after ?? before)?.['pk'], sk: (after ?? before)?.['sk'] }),
    OldImage: before && marshall(before),
    NewImage: after && marshall(after),
  },
});

const passes = (before: Item | undefined, after: Item | undefined, hints: boolean): boolean => {
  const { source } = consumers.find(({ name }) => name === 'dispatchChanges') ?? {};
  const patterns = source && 'changes' in source ? source.changes({ mail: false, hints }) : [];
  return matchesAny([...patterns], toRecord(before, after));
};

it.each(changes)('%s reaches the pages that show it', (_, before, after, expected) => {
  expect(toHints({ before, after })).toEqual(expected.map((hint) => ({ workspaceId, hint })));
  expect(passes(before, after, true)).toBe(true);
});

it.each([
  ['a session that ends', { ...keys.session(id, 'hash'), user_id: id }, undefined, true],
  [
    'a broadcast in a conversation, of which there are thousands',
    changed,
    { ...conversation, ...by('broadcast') },
    false,
  ],
  [
    'a member who is there',
    { ...keys.member(workspaceId, id), entity: 'member' },
    { ...keys.member(workspaceId, id), entity: 'member', last_seen_at: 'now' },
    false,
  ],
])('%s passes the filter, or costs no call', (_, before, after, expected) => {
  expect(passes(before, after, true)).toBe(expected);
});

it('without pages, the changes that only they need cost no call', () => {
  const passing = changes.filter(([, before, after]) => passes(before, after, false)).map(([title]) => title);
  expect(passing).toEqual(['a new conversation', 'a receipt of a broadcast', 'a new contact', 'a former member']);
});

it('the version of a conversation does not depend on the order in which DynamoDB returns its fields', () => {
  const reversed = Object.fromEntries(Object.entries(changed).reverse()) as Item;
  const contact = { tags: [], name: 'Ana' };
  expect(version({ ...reversed, contact })).toBe(version(changed));
  for (const difference of [{ noted: 'x' }, { unseen: 'x' }, { assigned_agent_id: id }, { contact: { name: 'Ben' } }])
    expect(version({ ...changed, ...difference })).not.toBe(version(changed));
});

it('an event names each hint once, and stays small', () => {
  const hint: Hint = { kind: 'contact', id };
  expect(toEvent([hint, { kind: 'request' }, { ...hint }])).toBe(`[${JSON.stringify(hint)},{"kind":"request"}]`);
  const many = Array.from({ length: 100 }, (): Hint => ({ kind: 'contact', id: newId() }));
  expect(toEvent(many)).toBe('[{"kind":"all"}]');
});
