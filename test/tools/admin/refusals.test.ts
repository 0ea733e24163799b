import { describe, expect, it } from 'vitest';
import { matchCommand, parseCommandLine } from '../../../tools/admin/command-line.ts';
import { commands } from '../../../tools/admin/commands.ts';

const id = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';
const inWorkspace = ['--workspace', id];
const named = [...inWorkspace, '--name', 'x', '--scopes', ''];

/** Everything up to the point at which a service is reached. */
const prepare = (argv: readonly string[]): void => {
  const { command, typed } = parseCommandLine(argv, matchCommand(argv, commands));
  command.prepare(typed);
};

describe('before anything is reached', () => {
  it.each([
    ['workspace create', ['--country', 'DE'], '--name is missing.'],
    ['workspace create', ['--name', '', '--country', 'DE'], '--name must have 1 to 200 characters.'],
    ['workspace create', ['--name', 'Acme'], '--country is missing.'],
    ['workspace create', ['--name', 'Acme', '--country', 'XX'], '--country must be the ISO 3166 code'],
    ['workspace get', [], '<workspace-id> is missing.'],
    ['workspace get', ['7'], '<workspace-id> must be a UUID, not "7".'],
    ['workspace update', ['--country', 'DE'], '<workspace-id> is missing.'],
    ['workspace update', ['7', '--country', 'DE'], '<workspace-id> must be a UUID, not "7".'],
    ['workspace update', [id, '--country', 'UK'], '--country must be the ISO 3166 code'],
    ['workspace update', [id, '--messages-per-month', '-1'], '--messages-per-month has no value'],
    ['workspace update', [id, '--messages-per-month=-1'], '--messages-per-month must be a whole number'],
    ['workspace update', [id, '--messages-per-month', '1.5'], '--messages-per-month must be a whole number'],
    ['workspace update', [id, '--subscription', 'paused'], '--subscription must be active or lapsed, not "paused".'],
    ['workspace update', [id, '--name', 'New'], "Unknown option '--name'."],
    ['key create', ['--name', 'x', '--scopes', ''], '--workspace is missing.'],
    ['key create', ['--workspace', '7', '--name', 'x', '--scopes', ''], '--workspace must be a UUID, not "7".'],
    ['key create', [...inWorkspace, '--name', 'x'], '--scopes is missing.'],
    ['key create', [...inWorkspace, '--scopes', ''], '--name is missing.'],
    ['key create', [...inWorkspace, '--name', 'x'.repeat(81), '--scopes', ''], '--name must have 1 to 80 characters.'],
    ['key create', [...inWorkspace, '--name', 'x', '--scopes', 'send'], '--scopes has the unknown scope "send"'],
    ['key create', [...named, '--expires-at', 'soon'], '--expires-at must be a date and time'],
    ['key create', [...named, '--expires-at', '2020-01-01T00:00:00Z'], '--expires-at must be in the future'],
    ['key import', named, '--key is missing.'],
    ['key import', [...named, '--key', '-', '--expires-at', 'soon'], '--expires-at must be a date and time'],
    ['key list', [], '--workspace is missing.'],
    ['key list', ['--workspace', '7'], '--workspace must be a UUID, not "7".'],
    ['key revoke', inWorkspace, '<key-id> is missing.'],
    ['key revoke', [id], '--workspace is missing.'],
    ['key revoke', ['7', ...inWorkspace], '<key-id> must be a UUID, not "7".'],
    ['key revoke', [id, id, ...inWorkspace], `"${id}" is not expected here.`],
  ])('%s refuses %j', (words, rest, sentence) => {
    expect(() => prepare([...words.split(' '), ...rest])).toThrow(
      expect.objectContaining({ code: 'wrong_usage', message: expect.stringContaining(sentence) }),
    );
  });
});
