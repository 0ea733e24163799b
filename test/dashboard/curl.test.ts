import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from '../../dashboard/pages/requests/curl.ts';

const split = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], {
    env: { SWITCHBOARD_API_KEY: 'the key' },
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

it('a read is copied as a curl command that takes the key from a variable', () => {
  expect(split(curlOf('https://api.example/v1/', { method: 'GET', path: '/contacts' }))).toEqual([
    'https://api.example/v1/contacts',
    '-H',
    'Authorization: Bearer the key',
  ]);
});

it('a request with a body is copied with an empty one, in whose place the reader puts their own', () => {
  expect(split(curlOf('https://api.example/v1', { method: 'PATCH', path: '/contacts/{id}' }))).toEqual([
    '-X',
    'PATCH',
    'https://api.example/v1/contacts/{id}',
    '-H',
    'Authorization: Bearer the key',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{}',
  ]);
});
