import { describe, expect, it } from 'vitest';
import { type AdminRun, runAdmin } from '../../support/admin.ts';

const id = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';
const workspace = ['--workspace', id];

/** No service runs: a valid command line fails to connect, with exit code 1. */
const admin = (...argv: string[]): Promise<AdminRun> => runAdmin(argv, { env: { LOCAL_DIR: '/nonexistent' } });

describe('a command line', () => {
  it.each([
    [['key', 'list', ...workspace]],
    [['key', 'list', `--workspace=${id}`]],
    [['--json', 'key', 'list', ...workspace]],
    [['key', 'revoke', id, ...workspace]],
    [['key', 'revoke', ...workspace, '--', id]],
    [['key', 'create', ...workspace, '--name', 'x', '--scopes', '']],
    [['key', 'create', ...workspace, '--name=-x', '--scopes=all']],
  ])('the command line %j is accepted', async (argv) => {
    expect(await admin(...argv)).toMatchObject({ code: 1, stderr: expect.stringContaining('not running') });
  });

  it.each([
    [['kye', 'list'], "Unknown command 'kye' (Did you mean key?)", '--help'],
    [['key', 'revok'], "Unknown command 'revok' (Did you mean revoke?)", 'key --help'],
    [['key', 'list', ...workspace, '--jsn'], "Unknown option '--jsn' (Did you mean --json?)", 'key list --help'],
    [['key', 'list', '--worspace', id], "Unknown option '--worspace' (Did you mean --workspace?)", 'key list --help'],
    [['key', 'list', '--jsn'], "Unknown option '--jsn' (Did you mean --json?)", 'key list --help'],
    [['help', 'kye'], "Unknown command 'kye' (Did you mean key?)", '--help'],
    [['help', 'key', 'revok'], "Unknown command 'revok' (Did you mean revoke?)", 'key --help'],
    [['key', 'list', 'x', ...workspace], "Too many arguments for 'list'", 'key list --help'],
    [['key', 'list'], "Required option '--workspace <workspace-id>' not specified.", 'key list --help'],
    [['workspace', 'get'], "Missing required argument 'workspace-id'.", 'workspace get --help'],
    [['key', 'list', '--workspace'], "Option '--workspace <workspace-id>' argument missing.", 'key list --help'],
    [['key', 'list', ...workspace, ...workspace], 'Give the option once.', 'key list --help'],
    [['key', 'list', ...workspace, '--region', 'r'], '--region and --profile need a deployed', 'key list --help'],
    [['queue', 'redrive', 'x'], "'x' is invalid for argument 'queue'. Allowed choices are", 'queue redrive --help'],
  ])('the command line %j is refused with a sentence and a hint', async (argv, sentence, help) => {
    const { code, stdout, stderr } = await admin(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(new RegExp(`\nFor help: npx switchboard ${help}\n$`));
  });

  it.each([
    [['workspace', 'get', '7'], '<workspace-id> must be a UUID, not "7".'],
    [['workspace', 'create', '--name', '', '--country', 'DE'], '--name must have 1 to 200 characters.'],
    [['workspace', 'update', id, '--messages-per-month', '-1'], '--messages-per-month must be a whole number'],
    [['key', 'create', ...workspace, '--name', 'x', '--scopes', 'send'], '--scopes has the unknown scope "send"'],
    [['delivery', 'recover', '--webhook', id, '--since', '2099-01-01T00:00:00Z'], '--since must be in the past'],
    [['queue', 'redrive', 'deliverWebhook', '--max', '0'], '--max must be a whole number'],
    [
      ['key', 'import', ...workspace, '--name', 'x', '--scopes', '', '--key', 'legacy_live_s3cret', '--env', 'staging'],
      '--key must be - with --env, because the shell keeps what is on a command line. Pass the secret on stdin',
    ],
  ])('the command line %j is refused because of a value', async (argv, sentence) => {
    const { code, stderr } = await admin(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('a command line refused with --json is reported as JSON', async () => {
    const { code, stdout, stderr } = await admin('key', 'list', '--workspace', '7', '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'wrong_usage',
        message: '--workspace must be a UUID, not "7".',
        hint: 'For help: npx switchboard key list --help',
      },
    });
  });

  it.each([[[]], [['key']], [['channel', 'connect']]])(
    'the command line %j without a verb shows its help on stderr',
    async (argv) => {
      const { code, stdout, stderr } = await admin(...argv);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^Usage: npx switchboard ${argv.join(' ')}`));
      expect(JSON.parse((await admin(...argv, '--json')).stderr)).toMatchObject({ error: { code: 'wrong_usage' } });
    },
  );
});
