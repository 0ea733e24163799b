import { describe, expect, it } from 'vitest';
import { basicEventNames } from '../../../functions/model/webhooks/webhook.ts';
import { createWorkspace, readResult, runServiceAdmin } from '../../support/admin.ts';

const url = 'https://93.184.216.34/1';

const connect = (tool: string, workspace: string, target: string, events: string, ...more: string[]) =>
  runServiceAdmin(['webhook', 'connect', tool, '--workspace', workspace, '--url', target, '--events', events, ...more]);

const list = (workspace: string, ...more: string[]) =>
  runServiceAdmin(['webhook', 'list', '--workspace', workspace, ...more]);

describe('webhook connect', () => {
  it('webhook connect creates a webhook of the tool and shows its secret, which webhook list never does', async () => {
    const workspace = await createWorkspace();
    const connected = await connect('tool_a', workspace, url, 'contact.created,message.received', '--json');
    const { secret, ...webhook } = readResult(connected);
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toMatchObject({ provider: 'tool_a', events: ['contact.created', 'message.received'] });
    expect(readResult<unknown>(await list(workspace, '--json'))).toEqual([webhook]);
    const { stdout } = await list(workspace);
    expect(stdout).toContain(url);
    expect(stdout).not.toContain('whsec_');
  });

  it('webhook connect prints the secret first, and accepts the four basic events at once', async () => {
    const { stdout } = await connect('tool_b', await createWorkspace(), url, 'all');
    expect(stdout).toMatch(/^whsec_\S+\n\nCopy the secret now: it is not shown again\.\n\nid +/);
    const connected = readResult(await connect('tool_b', await createWorkspace(), url, 'all', '--json'));
    expect(connected['events']).toEqual([...basicEventNames]);
  });

  it.each([
    ['an unknown event', 'tool_a', url, 'contact.renamed', 'contact.created'],
    ['an address that is not public', 'tool_a', 'https://127.0.0.1/1', 'all', 'public address'],
  ])('webhook connect refuses %s and creates nothing', async (_, tool, target, events, message) => {
    const workspace = await createWorkspace();
    const { code, stderr } = await connect(tool, workspace, target, events);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
    expect((await list(workspace)).stdout).toBe('This workspace has no webhooks.\n');
  });
});

it('webhook rotate-secret shows the new secret once and how long the old one signs', async () => {
  const workspace = await createWorkspace();
  const { id, secret } = readResult(await connect('tool_a', workspace, url, 'all', '--json'));
  const rotate = (...more: string[]) =>
    runServiceAdmin(['webhook', 'rotate-secret', String(id), '--workspace', workspace, ...more]);
  const { stdout } = await rotate('--overlap-hours', '0');
  expect(stdout).toMatch(/^whsec_\S+\n\nCopy the secret now: .*\n\nid +\S+\nold_secret_signs_until +now\n/);
  expect(stdout).not.toContain(secret);
  const rotated = readResult(await rotate('--json'));
  expect(Date.parse(String(rotated['previous_secret_expires_at']))).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000);
  const stderr = expect.stringContaining('--overlap-hours must be a whole number from 0 to 24');
  expect(await rotate('--overlap-hours', '25')).toMatchObject({ code: 2, stderr });
});
