import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { buildCollection } from '../../../tools/reference/postman.ts';
import { call } from '../../support/client.ts';
import { makeMember } from '../../support/dashboard/members.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { runProgram, startDemo } from '../../support/snippets.ts';

interface Report {
  run: {
    stats: { assertions: { total: number; failed: number } };
    failures: { source?: { name: string }; error: { message: string } }[];
  };
}

/** Runs the collection with Newman, Postman's own runner. */
const runCollection = async (folder: string, settings: Record<string, string>): Promise<Report['run']> => {
  const [file, report] = [join(folder, 'collection.json'), join(folder, 'report.json')];
  const variables = Object.entries(settings).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const reporter = ['--reporters', 'json', '--reporter-json-export', report];
  const newman = fileURLToPath(import.meta.resolve('newman/bin/newman.js'));
  await runProgram(process.execPath, [newman, 'run', file, ...variables, ...reporter]);
  return (JSON.parse(readFileSync(report, 'utf8')) as Report).run;
};

it('the Postman collection runs in Newman any number of times without leaving anything behind', async () => {
  const { BASE_URL: baseUrl, API_KEY: apiKey } = await startDemo();
  const { json } = await call<{ data: { account: { id: string } } }>('GET', '/me', { key: apiKey });
  await makeMember(json.data.account.id, 'agent');
  const { url: webhookUrl } = await startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-postman-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const document = JSON.parse(readFileSync('functions/operations/openapi/openapi.json', 'utf8'));
  writeFileSync(join(folder, 'collection.json'), JSON.stringify(buildCollection(document)));
  for (const _ of ['first run', 'second run']) {
    const { stats, failures } = await runCollection(folder, { baseUrl, apiKey, webhookUrl });
    expect(failures.map(({ source, error }) => `${source?.name}: ${error.message}`)).toEqual([]);
    expect(stats.assertions).toMatchObject({ total: expect.toSatisfy((total) => total > 60), failed: 0 });
    for (const path of ['/segments', '/webhooks', '/feeds'])
      expect(await call('GET', path, { key: apiKey })).toMatchObject({ json: { data: [] } });
  }
});
