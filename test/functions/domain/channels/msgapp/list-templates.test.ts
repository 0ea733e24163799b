import { expect, it } from 'vitest';
import { listTemplates } from '../../../../../functions/domain/channels/msgapp/list-templates.ts';
import { type ChannelRequest, startChannel } from './receiver.ts';

const list = (baseUrl: string, name?: string) =>
  listTemplates(
    { baseUrl, apiVersion: 'v25.0', wabaId: '102290000000001', accessToken: 'token' },
    { timeoutMs: 5_000, name },
  );

const readQuery = ({ url }: ChannelRequest) =>
  Object.fromEntries(new URL(url ?? '', 'http://channel.test').searchParams);

const startPages = (pages: object[][], paging: (next: number) => object) =>
  startChannel((response, request) => {
    const page = Number(readQuery(request)['after'] ?? 0);
    response.end(JSON.stringify({ data: pages[page] ?? [], paging: paging(page + 1) }));
  });

const rows = [
  [
    { name: 'a', language: 'en' },
    { name: 'b', language: 'en' },
  ],
  [{ name: 'a', language: 'de' }],
  [{ name: 'ab' }],
];

it.each([
  ['cursors', (next: number) => ({ cursors: { before: 'x', after: String(next) } })],
  ['links', (next: number) => ({ next: `https://elsewhere.test/?access_token=token&after=${next}` })],
])('listTemplates follows %s to the last page and sends the token to no other host', async (_, paging) => {
  const { baseUrl, requests } = await startPages(rows, paging);
  expect(await list(baseUrl)).toEqual({ outcome: 'listed', templates: rows.flat() });
  expect(requests.map((request) => readQuery(request)['after'])).toEqual([undefined, '1', '2', '3']);
  expect(requests[0]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer token' } });
  expect(requests[0]?.url).toMatch(/^\/v25.0\/102290000000001\/message_templates\?/);
});

it('a list by name holds only templates with exactly that name', async () => {
  const { baseUrl, requests } = await startPages(rows, () => ({}));
  expect(await list(baseUrl, 'a')).toEqual({ outcome: 'listed', templates: [{ name: 'a', language: 'en' }] });
  expect(requests.map(readQuery)).toMatchObject([{ name: 'a', limit: '100' }]);
});

it('the list ends when the channel repeats a cursor', async () => {
  const { baseUrl, requests } = await startPages([[{ name: 'a' }], [{ name: 'b' }]], (next) => ({
    cursors: { after: String(next % 2) },
  }));
  expect(await list(baseUrl)).toMatchObject({ outcome: 'listed' });
  expect(requests.length).toBeLessThan(5);
});

it('the list ends after 100 pages', async () => {
  const { baseUrl, requests } = await startChannel((response, request) => {
    const after = Number(readQuery(request)['after'] ?? 0) + 1;
    response.end(JSON.stringify({ data: [{ name: 'a' }], paging: { cursors: { after: String(after) } } }));
  });
  expect(await list(baseUrl)).toMatchObject({ outcome: 'listed' });
  expect(requests).toHaveLength(100);
});

it('the whole list is refused when one page is refused', async () => {
  const { baseUrl } = await startChannel((response, request) =>
    readQuery(request)['after'] === undefined
      ? response.end(JSON.stringify({ data: [{}], paging: { cursors: { after: '1' } } }))
      : response.writeHead(400).end(JSON.stringify({ error: { message: 'Too many calls', code: 80007 } })),
  );
  expect(await list(baseUrl)).toMatchObject({
    outcome: 'refused',
    code: 80007,
    retryAfterSeconds: expect.any(Number),
  });
});

it.each(['<html>', '{}', '{"data":{}}'])('the list is refused when the response is %s', async (answer) => {
  const { baseUrl } = await startChannel((response) => response.end(answer));
  expect(await list(baseUrl)).toMatchObject({
    outcome: 'refused',
    code: null,
    message: expect.stringContaining('HTTP status 200'),
  });
});

it('the channel is unreachable when the connection fails', async () => {
  const { baseUrl } = await startChannel((response) => response.destroy());
  expect(await list(baseUrl)).toEqual({ outcome: 'unreachable', reason: 'connection: ECONNRESET' });
});
