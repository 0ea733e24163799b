import { describe, expect, it } from 'vitest';
import { listTemplates } from '../../../../../functions/domain/channels/msgapp/list-templates.ts';
import { type Asked, startChannel } from './receiver.ts';

const list = (baseUrl: string, name?: string) =>
  listTemplates(
    { baseUrl, apiVersion: 'v25.0', wabaId: '102290000000001', accessToken: 'token' },
    { timeoutMs: 5_000, name },
  );

const queryOf = ({ url }: Asked) => Object.fromEntries(new URL(url ?? '', 'http://channel.test').searchParams);

/** A channel with these pages. The link to the next page leads elsewhere, with the token in it, as the real one does. */
const startPages = (pages: object[][], paging: (next: number) => object) =>
  startChannel((response, asked) => {
    const page = Number(queryOf(asked)['after'] ?? 0);
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

describe('the list of templates', () => {
  it.each([
    ['cursors', (next: number) => ({ cursors: { before: 'x', after: String(next) } })],
    ['links', (next: number) => ({ next: `https://elsewhere.test/?access_token=token&after=${next}` })],
  ])('follows %s to the last page, and asks nobody else', async (_, paging) => {
    const { baseUrl, requests } = await startPages(rows, paging);
    expect(await list(baseUrl)).toEqual({ outcome: 'listed', templates: rows.flat() });
    expect(requests.map((asked) => queryOf(asked)['after'])).toEqual([undefined, '1', '2', '3']);
    expect(requests[0]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer token' } });
    expect(requests[0]?.url).toMatch(/^\/v25.0\/102290000000001\/message_templates\?/);
  });

  it('of one name holds exactly that name', async () => {
    const { baseUrl, requests } = await startPages(rows, () => ({}));
    expect(await list(baseUrl, 'a')).toEqual({ outcome: 'listed', templates: [{ name: 'a', language: 'en' }] });
    expect(requests.map(queryOf)).toMatchObject([{ name: 'a', limit: '100' }]);
  });

  it('ends when the channel goes in circles', async () => {
    const { baseUrl, requests } = await startPages([[{ name: 'a' }], [{ name: 'b' }]], (next) => ({
      cursors: { after: String(next % 2) },
    }));
    expect(await list(baseUrl)).toMatchObject({ outcome: 'listed' });
    expect(requests.length).toBeLessThan(5);
  });

  it('ends when the channel finds no end', async () => {
    const { baseUrl, requests } = await startChannel((response, asked) => {
      const after = Number(queryOf(asked)['after'] ?? 0) + 1;
      response.end(JSON.stringify({ data: [{ name: 'a' }], paging: { cursors: { after: String(after) } } }));
    });
    expect(await list(baseUrl)).toMatchObject({ outcome: 'listed' });
    expect(requests).toHaveLength(100);
  });

  it('is refused as a whole when any page is', async () => {
    const { baseUrl } = await startChannel((response, asked) =>
      queryOf(asked)['after'] === undefined
        ? response.end(JSON.stringify({ data: [{}], paging: { cursors: { after: '1' } } }))
        : response.writeHead(400).end(JSON.stringify({ error: { message: 'Too many calls', code: 80007 } })),
    );
    expect(await list(baseUrl)).toMatchObject({ outcome: 'refused', code: 80007, throttled: true });
  });

  it.each(['<html>', '{}', '{"data":{}}'])('is refused when the answer is %s', async (answer) => {
    const { baseUrl } = await startChannel((response) => response.end(answer));
    expect(await list(baseUrl)).toMatchObject({ outcome: 'refused', code: null, httpStatus: 200 });
  });

  it('is out of reach when the connection fails', async () => {
    const { baseUrl } = await startChannel((response) => response.destroy());
    expect(await list(baseUrl)).toEqual({ outcome: 'unreachable', reason: 'connection: ECONNRESET' });
  });
});
