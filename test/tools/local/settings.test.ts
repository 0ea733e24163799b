import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../../tools/local/npm-start/settings.ts';

it('without variables the service listens on 4000 and keeps its data below .local', () => {
  expect(readSettings({})).toEqual({
    port: 4000,
    simulatorPort: undefined,
    localDir: resolve('.local'),
    dataDir: join(resolve('.local'), 'data'),
    showsLogs: false,
    extraEnvironment: {},
  });
});

it('the data may lie elsewhere or nowhere', () => {
  expect(readSettings({ LOCAL_DIR: '/a' }).dataDir).toBe('/a/data');
  expect(readSettings({ LOCAL_DIR: '/a', DATA_DIR: '/b' }).dataDir).toBe('/b');
  expect(readSettings({ DATA_DIR: 'memory' }).dataDir).toBe('memory');
});

it.each([
  ['1', { ALLOW_LOCAL_WEBHOOKS: '1' }],
  ['0', {}],
  ['', {}],
])('functions may send webhooks to this machine only when somebody says so: %j', (value, expected) => {
  expect(readSettings({ ALLOW_LOCAL_WEBHOOKS: value }).extraEnvironment).toEqual(expected);
});
