import { expect, it } from 'vitest';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import { aliasKey, toAlias } from '../../../functions/table/contacts/aliases.ts';
import { keys } from '../../../functions/table/keys.ts';

const workspaceId = newId();

it.each([
  ['PHONE#+4915112345678', keys.phone(workspaceId, '+4915112345678')],
  ['SOCIAL#1000000000000001', keys.channelUser(workspaceId, 'social', '1000000000000001')],
  ['WEB#visitor#7', keys.channelUser(workspaceId, 'web', 'visitor#7')],
  ['MSGAPP#DE.1', keys.channelUser(workspaceId, 'msgapp', 'DE.1')],
])('the alias %s leads to its pointer and back', (alias, key) => {
  expect(toAlias(key)).toBe(alias);
  expect(aliasKey(workspaceId, alias)).toEqual(key);
});

it('the deliveries of a webhook are spread over sixteen partitions', () => {
  const eventIds = Array.from({ length: 1_600 }, () => deriveId(Date.now(), newId()));
  const rows = Map.groupBy(eventIds, (eventId) => keys.delivery(workspaceId, eventId).pk);
  expect(rows.size).toBe(16);
  // If the shards are even, one gets more than 150 about once in a million runs.
  expect(Math.max(...[...rows.values()].map(({ length }) => length))).toBeLessThanOrEqual(150);
});
