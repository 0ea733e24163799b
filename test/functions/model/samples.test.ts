import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { toCurl } from '../../../functions/model/samples.ts';

const split = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], {
    env: { API_KEY: 'the key', BASE_URL: 'https://api.example/v1' },
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

const get = { method: 'GET', baseUrl: 'https://api.example/v1/', path: '/contacts' };
const read = ['https://api.example/v1/contacts', '-H', 'Authorization: Bearer the key'];

it('a curl command takes the key from a variable, and the base URL if it is one', () => {
  expect(split(toCurl(get))).toEqual(read);
  expect(split(toCurl({ ...get, baseUrl: '$BASE_URL' }))).toEqual(read);
});

it('a curl command without a body for a change still names its method', () => {
  expect(split(toCurl({ ...get, method: 'DELETE' }))).toEqual(['-X', 'DELETE', ...read]);
});

it('a curl command has the key, the query and the body that are given', () => {
  const body = { name: "O'Hara" };
  const command = toCurl({ ...get, method: 'PATCH', query: { phone: '+1' }, key: 'svc_live_a', body });
  expect(split(command).join('\n')).toBe(
    [
      '-X\nPATCH\nhttps://api.example/v1/contacts?phone=%2B1',
      '-H\nAuthorization: Bearer svc_live_a',
      '-H\nContent-Type: application/json',
      `-d\n{\n    "name": "O'Hara"\n  }`,
    ].join('\n'),
  );
});

it('a shell that runs a curl command runs nothing of its path', () => {
  const path = "/contacts/$(id)`id`';id;'";
  expect(split(toCurl({ ...get, path }))[0]).toBe(`https://api.example/v1${path}`);
});
