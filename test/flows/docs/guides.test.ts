import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPage } from '../../docs/pages.ts';
import { call } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { publicAddress, publishName } from '../../support/network/internet.ts';
import { codeBlocks, findShellSnippets, runProgram, runShell, startDemo, toPattern } from '../../support/snippets.ts';

const guides = [
  { path: 'docs/sending.md', snippets: 16 },
  { path: 'docs/errors.md', snippets: 1 },
  { path: 'docs/importing.md', snippets: 3 },
  { path: 'docs/segments.md', snippets: 3 },
  { path: 'docs/broadcasts.md', snippets: 6 },
  { path: 'docs/webhooks.md', snippets: 5 },
];

describe('the snippets of the guides', () => {
  it.each(guides)(
    'every shell snippet of $path runs against the service and prints what the page shows',
    async ({ path, snippets: count }) => {
      publishName('example.com', publicAddress);
      const snippets = findShellSnippets(readPage(path).text);
      expect(snippets).toHaveLength(count);
      const { code, outputs, stderr } = await runShell(snippets, await startDemo());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const [index, { output }] of snippets.entries()) {
        const printed = outputs[index]?.trim() ?? '';
        if (output === undefined) expect(printed).not.toContain('"error"');
        else expect(printed).toMatch(toPattern(output));
      }
    },
  );

  it('the loop of docs/api.md reads every page of a filtered list once, in order', async () => {
    const [loop = ''] = codeBlocks(readPage('docs/api.md').text, 'js');
    const { BASE_URL, API_KEY } = await startDemo();
    const names = ['Ana', 'Ben', 'Cem'];
    for (const name of names) await makeContact(API_KEY, { name, tags: ['vip'] });
    await makeContact(API_KEY, { name: 'Dee' });
    const file = join(mkdtempSync(join(tmpdir(), 'switchboard-guide-')), 'loop.mjs');
    onTestFinished(() => rmSync(join(file, '..'), { recursive: true, force: true }));
    writeFileSync(file, loop.replace("limit: '100'", "limit: '1'"));
    const { stdout, stderr } = await runProgram(process.execPath, [file], { BASE_URL, API_KEY });
    expect({ stdout, stderr }).toEqual({ stdout: 'Cem\nBen\nAna\n', stderr: '' });
    expect(await call('GET', '/contacts?limit=1', { key: API_KEY })).toMatchObject({
      json: { data: [{ name: 'Dee' }], meta: { next_cursor: expect.any(String) } },
    });
  });
});
