import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { beginAudit, listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { recordAct } from '../../../tools/admin/record-act.ts';
import { createWorkspace, readResult, runServiceAdmin } from '../../support/admin.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { dumpTable } from '../../support/table/dump-table.ts';
import { publicUrl } from '../../support/webhooks.ts';

const readEntries = async (workspaceId: string): Promise<AuditEntry[]> =>
  (await listAuditEntries(workspaceId, {}, { limit: 100, after: undefined })).items;

const newestEntry = async (workspaceId: string) => (await readEntries(workspaceId))[0];

const run = async (workspaceId: string, words: string, options: string[], stdin = '') =>
  runServiceAdmin([...words.split(' '), ...options, '--workspace', workspaceId, '--json'], stdin);

const operator = { kind: 'operator', user_id: null, name: expect.stringMatching(/./) };

describe('an operator who changes a workspace', () => {
  it('an operator who creates or updates a workspace leaves entries with what was set', async () => {
    const id = await createWorkspace();
    await runServiceAdmin(['workspace', 'update', id, '--messages-per-month', '10000', '--more-events', 'on']);
    expect(await readEntries(id)).toMatchObject([
      {
        actor: operator,
        action: 'workspace.updated',
        target: { id, name: 'Acme' },
        details: 'messages per month: 10000; more events: on',
        outcome: 'done',
      },
      { actor: operator, action: 'workspace.created', target: { id, name: 'Acme' }, details: 'country: DE' },
    ]);
  });

  it.each([
    ['key create', ['--name', 'CRM', '--scopes', 'contacts:read'], 'api_key.created', 'CRM'],
    ['channel connect web', ['--account-id', newId()], 'channel.connected', 'web'],
    ['channel connect social', ['--account-id', '178414001', '--access-token', '-'], 'channel.connected', 'social'],
    [
      'channel connect msgapp',
      ['--phone-number-id', '106540352242001', '--waba-id', '102290129340398', '--access-token', '-'],
      'channel.connected',
      'msgapp',
    ],
    [
      'webhook connect',
      ['tool_a', '--url', `${publicUrl}/secret-path`, '--events', 'all'],
      'integration.connected',
      '93.184.216.34',
    ],
  ])('%s leaves an entry that names its result and holds no secret', async (words, options, action, name) => {
    const workspaceId = await createWorkspace();
    const token = `token-${newId()}`;
    const result = readResult(await run(workspaceId, words, options, token));
    const entry = await newestEntry(workspaceId);
    expect(entry).toMatchObject({ actor: operator, action, target: { name }, outcome: 'done', error: null });
    expect([result['id'], result['account_id']]).toContain(entry?.target?.id);
    for (const secret of [token, result['key'], result['secret'], 'secret-path'])
      expect(JSON.stringify(entry)).not.toContain(String(secret));
  });

  it('an imported key is not in its entry', async () => {
    const workspaceId = await createWorkspace();
    const key = `legacy_live_${newId()}`;
    readResult(await run(workspaceId, 'key import', ['--name', 'Old', '--scopes', '', '--key', key]));
    const entry = await newestEntry(workspaceId);
    expect(entry).toMatchObject({ action: 'api_key.imported', target: { name: 'Old' }, outcome: 'done' });
    expect(JSON.stringify(entry)).not.toContain(key);
  });

  it('an operator who tests a webhook and redelivers the event leaves entries, without naming the workspace', async () => {
    const { url, received } = await startReceiver();
    const workspaceId = await createWorkspace();
    const { connectIntegration } = await import('../../../functions/domain/webhooks/integrations.ts');
    const { id } = await connectIntegration(workspaceId, newId(), 'tool_a', { url, events: ['contact.created'] });
    const { event_id, event, status } = readResult(await run(workspaceId, 'webhook test', [id]));
    expect({ event, status }).toEqual({ event: 'tool_a.test', status: 'requested' });
    await expect.poll(() => received.length).toBe(1);
    const redelivery = ['delivery', 'redeliver', String(event_id), '--webhook', id];
    await expect.poll(async () => (await runServiceAdmin(redelivery)).code, { interval: 200 }).toBe(0);
    await expect.poll(() => received.length).toBe(2);
    await runServiceAdmin(['delivery', 'recover', '--webhook', id, '--since', '2026-01-01T00:00:00Z']);
    expect((await readEntries(workspaceId)).slice(0, 3)).toMatchObject([
      { action: 'delivery.recovered', target: { id }, outcome: 'done' },
      { action: 'delivery.redelivered', target: { id: event_id }, details: `webhook: ${id}`, outcome: 'done' },
      { action: 'webhook.tested', target: { id }, outcome: 'done' },
    ]);
  });
});

describe('a command that does not succeed', () => {
  it('a refused command leaves an entry with the code and the message', async () => {
    const workspaceId = await createWorkspace();
    const keyId = newId();
    expect(await run(workspaceId, 'key revoke', [keyId])).toMatchObject({ code: 1 });
    expect(await newestEntry(workspaceId)).toMatchObject({
      action: 'api_key.revoked',
      target: { id: keyId },
      outcome: 'refused',
      error: { code: 'not_found', message: 'There is no such API key.' },
    });
  });

  it('a command with wrong usage, or only a look, leaves no entry', async () => {
    const workspaceId = await createWorkspace();
    await runServiceAdmin(['workspace', 'update', workspaceId]);
    await run(workspaceId, 'key list', []);
    await run(workspaceId, 'audit list', []);
    expect(await readEntries(workspaceId)).toHaveLength(1);
  });

  it('every command refuses an unknown workspace and stores nothing', async () => {
    const unknownId = newId();
    const account = ['--phone-number-id', newId(), '--waba-id', '22', '--access-token', 'x'.repeat(30)];
    for (const [words, ...options] of [
      ['key create', '--name', 'x', '--scopes', 'all'],
      ['key list'],
      ['channel connect msgapp', ...account],
      ['member list'],
      ['member invite', '--email', 'ana@acme.example', '--role', 'agent'],
      ['webhook list'],
      ['webhook connect', 'tool_a', '--url', publicUrl, '--events', 'all'],
      ['audit list'],
      ['broadcast list'],
    ] as const) {
      const refused = await run(unknownId, words, [...options]);
      expect([refused.code, refused.stderr], words).toEqual([1, expect.stringContaining('There is no such workspace')]);
    }
    const updated = await runServiceAdmin(['workspace', 'update', unknownId, '--subscription', 'active']);
    expect([updated.code, updated.stderr]).toEqual([1, expect.stringContaining('There is no such workspace')]);
    expect(await dumpTable()).not.toContain(unknownId);
  });
});

describe('an act at the command line', () => {
  const act = (workspace: string, execute: () => Promise<unknown>) => {
    const stderr = new PassThrough({ encoding: 'utf8' });
    return { result: recordAct('template sync', { workspace }, stderr, execute), stderr };
  };

  it('an act at the command line is in the log as started while it runs', async () => {
    const workspaceId = await createWorkspace();
    const during = await act(workspaceId, () => newestEntry(workspaceId)).result;
    expect(during).toMatchObject({ action: 'template.synced', outcome: 'started' });
    expect(await newestEntry(workspaceId)).toMatchObject({ outcome: 'done' });
  });

  it('an act whose entry cannot be completed still shows its result and says so', async () => {
    const workspaceId = await createWorkspace();
    const { TABLE_NAME } = process.env;
    onTestFinished(() => void Object.assign(process.env, { TABLE_NAME }));
    const { result, stderr } = act(workspaceId, async () => {
      process.env['TABLE_NAME'] = `missing-${newId()}`;
      return 'shown once';
    });
    expect(await result).toBe('shown once');
    expect(stderr.read()).toMatch(/^The audit entry \S+ could not be completed and stays "started"\.\n$/);
    Object.assign(process.env, { TABLE_NAME });
    expect(await newestEntry(workspaceId)).toMatchObject({ outcome: 'started' });
  });
});

describe('audit list', () => {
  it('audit list shows members and operators, newest first, by actor and action', async () => {
    const workspaceId = await createWorkspace();
    const olivia = { kind: 'member' as const, user_id: newId(), name: 'Olivia Owner' };
    await beginAudit(workspaceId, { actor: olivia, action: 'api_key.created', target: { id: 'k', name: 'Server' } });
    await beginAudit(workspaceId, { actor: olivia, action: 'member.left' });
    const list = async (...options: string[]) =>
      readResult<AuditEntry[]>(await run(workspaceId, 'audit list', options)).map(({ action }) => action);
    expect(await list()).toEqual(['member.left', 'api_key.created', 'workspace.created']);
    expect(await list('--actor', olivia.user_id)).toEqual(['member.left', 'api_key.created']);
    expect(await list('--action', 'api_key.created')).toEqual(['api_key.created']);
    const { stdout } = await runServiceAdmin(['audit', 'list', '--workspace', workspaceId]);
    expect(stdout).toMatch(/^at +actor +action +target +outcome +details +error\n/);
    expect(stdout).toMatch(/Olivia Owner +api_key\.created +Server \(k\) +started/);
    expect(stdout).toMatch(/\(operator\) +workspace\.created +Acme \(\S+\) +done +country: DE/);
  });
});
