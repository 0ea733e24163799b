import { expect, it } from 'vitest';
import { fetchTemplates } from '../../../../../functions/domain/channels/msgapp/list-templates.ts';
import { answerJson, startFaultyServer } from '../../../../support/network/faulty-server.ts';

const list = (baseUrl: string, name?: string) =>
  fetchTemplates(
    { baseUrl, apiVersion: 'v25.0', wabaId: '102290000000001', accessToken: 'token' },
    { timeoutMs: 5_000, name },
  );

const answerPage = (templates: object[], paging: object) => answerJson(200, { data: templates, paging });

const queriesOf = (calls: { path: string | undefined }[]) =>
  calls.map(({ path }) => Object.fromEntries(new URL(path ?? '', 'http://channel.test').searchParams));

const rows = [
  [
    { name: 'a', language: 'en' },
    { name: 'b', language: 'en' },
  ],
  [{ name: 'a', language: 'de' }],
  [{ name: 'ab' }],
  [],
];

it.each([
  ['cursors', (next: number) => ({ cursors: { before: 'x', after: String(next) } })],
  ['links', (next: number) => ({ next: `https://elsewhere.test/?access_token=token&after=${next}` })],
])('listTemplates follows %s to the last page and sends the token to no other host', async (_, paging) => {
  const { baseUrl, calls } = await startFaultyServer(...rows.map((page, at) => answerPage(page, paging(at + 1))));
  expect(await list(baseUrl)).toEqual({ outcome: 'listed', templates: rows.flat() });
  expect(queriesOf(calls).map(({ after }) => after)).toEqual([undefined, '1', '2', '3']);
  expect(calls[0]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer token' } });
  expect(calls[0]?.path).toMatch(/^\/v1\/v25.0\/102290000000001\/message_templates\?/);
});

it('a list by name holds only templates with exactly that name', async () => {
  const { baseUrl, calls } = await startFaultyServer(answerPage(rows.flat(), {}));
  expect(await list(baseUrl, 'ab')).toEqual({ outcome: 'listed', templates: [{ name: 'ab' }] });
  expect(queriesOf(calls)).toMatchObject([{ name: 'ab', limit: '100' }]);
});

it.each([
  ['when the channel repeats a cursor', (_: unknown, at: number) => at % 2, 3],
  ['after 100 pages', (_: unknown, at: number) => at, 100],
])('the list ends %s', async (_, toCursor, count) => {
  const cursors = Array.from({ length: 200 }, toCursor);
  const pages = cursors.map((after) => answerPage([{ name: 'a' }], { cursors: { after: String(after) } }));
  const { baseUrl, calls } = await startFaultyServer(...pages);
  expect(await list(baseUrl)).toMatchObject({ outcome: 'listed' });
  expect(calls).toHaveLength(count);
});

it('the whole list is refused when one page is refused', async () => {
  const { baseUrl } = await startFaultyServer(
    answerPage([{}], { cursors: { after: '1' } }),
    answerJson(400, { error: { message: 'Too many calls', code: 80007 } }),
  );
  expect(await list(baseUrl)).toMatchObject({
    outcome: 'refused',
    code: 80007,
    retryAfterSeconds: expect.any(Number),
  });
});

it.each(['<html>', '{}', '{"data":{}}'])('the list is refused when the response is %s', async (answer) => {
  const { baseUrl } = await startFaultyServer((response) => response.end(answer));
  expect(await list(baseUrl)).toMatchObject({
    outcome: 'refused',
    code: null,
    message: expect.stringContaining('HTTP status 200'),
  });
});

it('the channel is unreachable when the connection fails', async () => {
  const { baseUrl } = await startFaultyServer((response) => response.destroy());
  expect(await list(baseUrl)).toEqual({ outcome: 'unreachable', reason: 'connection: ECONNRESET' });
});
