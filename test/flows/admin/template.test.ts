import { describe, expect, inject, it } from 'vitest';
import { createWorkspace, readResult, runServiceAdmin } from '../../support/admin.ts';
import { type MsgappNumber, makeSendingWorkspace } from '../../support/channels/simulator.ts';

const template = (verb: string, workspace: string, ...more: string[]) =>
  runServiceAdmin(['template', verb, '--workspace', workspace, ...more]);

const connect = async (workspace: string, number: MsgappNumber, accessToken: string): Promise<void> => {
  const account = ['--phone-number-id', number.id, '--waba-id', number.waba_id, '--base-url', inject('simulator').url];
  const options = ['--workspace', workspace, ...account, '--access-token', accessToken];
  readResult(await runServiceAdmin(['channel', 'connect', 'msgapp', ...options, '--json']));
};

describe('template sync', () => {
  it('template list shows the templates that template sync has fetched from the channel', async () => {
    const { id, number } = await makeSendingWorkspace();
    const { synced, removed } = readResult(await template('sync', id, '--json'));
    expect([Number(synced) > 10, removed]).toEqual([true, 0]);
    const templates = readResult<unknown[]>(await template('list', id, '--json'));
    expect(templates).toHaveLength(Number(synced));
    const stored = { name: 'order_update', language: 'de', status: 'APPROVED', category: 'UTILITY', problem: null };
    expect(templates).toContainEqual(expect.objectContaining(stored));
    await connect(id, number, 'expired-token');
    const { code, stderr } = await template('sync', id);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The channel refused to list the templates')]);
  });
});

it('template list says how to fetch templates when none are stored', async () => {
  const { stdout } = await template('list', await createWorkspace());
  expect(stdout).toBe('No templates are stored; fetch them with template sync.\n');
});
