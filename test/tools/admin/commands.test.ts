import { execFileSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { createProgram } from '../../../tools/admin/program.ts';
import { auditedCommands } from '../../../tools/admin/record-act.ts';
import { type AdminRun, runAdmin } from '../../support/admin.ts';

const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
const program = await createProgram(io, []);

const listVerbs = (command: Command, words: string[] = []): string[][] =>
  command.commands.length === 0
    ? [words]
    : command.commands.flatMap((child) => listVerbs(child, [...words, child.name()]));

const verbs = listVerbs(program).map((words) => ({ name: words.join(' '), words }));
const names = verbs.map(({ name }) => name);

const help = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runAdmin([...words, '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

const clientCommands = ['trigger', 'mcp'];
const deploymentCommands = ['doctor', 'completion', 'plan', 'service block', 'service unblock', ...clientCommands];

describe('help', () => {
  it('help lists all nouns with one line each above two examples', async () => {
    const text = await help();
    expect(text).toMatch(/^Usage: npx switchboard <noun> <verb> \[options\]\n/);
    expect(program.commands.length).toBeGreaterThan(7);
    for (const noun of program.commands) expect(text).toContain(` ${noun.name()} `);
    expect(text.match(/^ {2}npx switchboard \w+ create /gm)).toHaveLength(2);
  });

  it('help of a noun lists its verbs only', async () => {
    const text = await help('key');
    expect(text).toContain('revoke <key-id>  Revoke a key');
    expect(text).not.toContain('--workspace');
  });

  it('help of a verb explains its options and those of every command', async () => {
    const text = await help('key', 'create');
    expect(text).toContain('--scopes <list>');
    expect(text).toContain('webhooks:manage');
    expect(text).toContain('--env <name>');
  });

  // These need an environment: the local service is not deployed.
  it('help of each verb shows an example that the command accepts', async () => {
    for (const { name, words } of verbs.filter((verb) => !deploymentCommands.includes(verb.name))) {
      const [, example = ''] = (await help(...words)).match(/Example:\n {2}npx switchboard (.*)/) ?? [];
      expect(example).toMatch(new RegExp(`^${name}\\b`));
      const [commandLine = ''] = example.replace('--env production', '').split(/ [<>] /);
      const argv = (commandLine.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
      const { code, stderr } = await runAdmin(argv, { env: { LOCAL_DIR: '/nonexistent' } });
      expect([name, code, stderr]).toEqual([name, 1, 'The local service is not running; start it with npm start.\n']);
    }
  });
});

describe('the word help', () => {
  it.each([[[]], [['key']], [['key', 'create']], [['channel', 'connect', 'msgapp']], [['doctor']]])(
    'help before %j shows the same text as --help after it',
    async (words) => {
      expect(await runAdmin(['help', ...words])).toEqual({ code: 0, stdout: await help(...words), stderr: '' });
    },
  );

  it('help fits the width of the terminal', async () => {
    const { stdout } = await runAdmin(['help', 'key', 'create'], { columns: 72 });
    const [options = ''] = stdout.split('Example');
    expect(Math.max(...options.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72);
  });
});

describe('completions', () => {
  const completion = async (shell: string) => (await runAdmin(['completion', shell])).stdout;
  const complete = async (...words: string[]): Promise<string[]> => {
    const line = ['switchboard', ...words].map((word) => `'${word}'`).join(' ');
    const script = `${await completion('bash')}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _switchboard; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
  };

  it.each([
    [['work'], ['workspace']],
    [['--json', 'key', 'cr'], ['create']],
    [['channel', 'connect', 'm'], ['msgapp']],
    [['key', 'create', '--workspace', 'key', '--sc'], ['--scopes']],
    [['completion', 'z'], ['zsh']],
    [['trigger', 'message.r'], ['message.received']],
    [['mcp', '--to'], ['--tools']],
  ])('bash completes %j', async (words, expected) => expect(await complete(...words)).toEqual(expected));

  it('zsh takes the completions of bash, and fish has every verb', async () => {
    expect(await completion('zsh')).toContain(await completion('bash'));
    const fish = await completion('fish');
    for (const { words } of verbs)
      expect(fish).toContain(`"__switchboard_at ${words.slice(0, -1).join(' ')}" -a ${words.at(-1)}`);
  });
});

describe('one command', () => {
  it.each([
    [['trigger', '--help'], /^Usage: switchboard trigger <event>/],
    [['help', 'mcp'], /^Usage: switchboard mcp/],
    [['listen', '--help'], /^Usage: switchboard listen \[--forward-to <url>\]/],
    [['listen', '--workspace', 'none', '--help'], /^Usage: npx switchboard listen \[options\]/],
    [['key', 'list', '--help'], /^Usage: npx switchboard key list/],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
  ])('%j is understood', (args, expected) => {
    const env = { PATH: process.env['PATH'] };
    const output = execFileSync(process.execPath, ['bin/switchboard.ts', ...args], { encoding: 'utf8', env });
    expect(output).toMatch(expected);
  });

  it('a command of the client comes first in the line', async () => {
    const { code, stderr } = await runAdmin(['--json', 'trigger', 'message.received']);
    expect([code, JSON.parse(stderr).error.message]).toEqual([2, 'Begin with the command: npx switchboard trigger …']);
  });
});

it('the version is printed with --version', async () => {
  expect(await runAdmin(['--version'])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
});

/** Verbs that only look, and commands that belong to no workspace. */
const isUnaudited = (name: string): boolean =>
  / (list|get|recipients|check)$/.test(name) ||
  /^(broadcast resume|queue (redrive|pause|resume)|secrets rotate|search rebuild|report rebuild|migrate)$/.test(name) ||
  deploymentCommands.includes(name);

describe('the audited commands', () => {
  it('each command either only looks or leaves an audit entry', () => {
    expect(names.filter((name) => !isUnaudited(name)).toSorted()).toEqual(Object.keys(auditedCommands).toSorted());
  });

  it('no audited command repeats an input that may hold a secret', () => {
    const repeated = Object.values(auditedCommands).flatMap(({ target, details = [] }) => [target, ...details]);
    for (const name of ['accessToken', 'key', 'url', 'baseUrl']) expect(repeated).not.toContain(name);
  });
});

const id = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';
const workspace = ['--workspace', id];

/** No service runs: a valid command line fails to connect, with exit code 1. */
const admin = (...argv: string[]): Promise<AdminRun> => runAdmin(argv, { env: { LOCAL_DIR: '/nonexistent' } });

describe('a command line', () => {
  it.each([
    [['key', 'list', ...workspace]],
    [['--json', 'key', 'list', ...workspace]],
    [['key', 'revoke', id, ...workspace]],
    [['key', 'create', ...workspace, '--name', 'x', '--scopes', '']],
    [['key', 'create', ...workspace, '--name=-x', '--scopes=all']],
  ])('the command line %j is accepted', async (argv) => {
    expect(await admin(...argv)).toMatchObject({ code: 1, stderr: expect.stringContaining('not running') });
  });

  it.each([
    [['kye', 'list'], "Unknown command 'kye' (Did you mean key?)", '--help'],
    [['key', 'revok'], "Unknown command 'revok' (Did you mean revoke?)", 'key --help'],
    [['key', 'list', ...workspace, '--jsn'], "Unknown option '--jsn' (Did you mean --json?)", 'key list --help'],
    [['help', 'kye'], "Unknown command 'kye' (Did you mean key?)", '--help'],
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
    [['key', 'create', ...workspace, '--name', 'x', '--scopes', 'send'], '--scopes has the unknown scope "send"'],
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
    const [message, hint] = ['--workspace must be a UUID, not "7".', 'For help: npx switchboard key list --help'];
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'wrong_usage', message, hint } });
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
