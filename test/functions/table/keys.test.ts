import { expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { aliasKey, keys, toAlias } from '../../../functions/table/keys.ts';

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
