import { describe, expect, it } from 'vitest';
import { defineCommand } from '../../../tools/admin/command.ts';
import { matchCommand, parseCommandLine } from '../../../tools/admin/command-line.ts';

const text = { placeholder: '<text>', about: 'Any text.', read: (typed: string) => typed };
const shared = { summary: 'Does it.', example: '', run: async (input: object) => input, show: () => '' };
const commands = [
  defineCommand({ ...shared, words: ['door', 'open'], operands: { id: text }, options: { key: text, by: text } }),
  defineCommand({ ...shared, words: ['door', 'list'], operands: {}, options: {} }),
  defineCommand({ ...shared, words: ['bell', 'ring'], operands: {}, options: { times: text } }),
];
const nowhere = { env: undefined, region: undefined, profile: undefined };

const parse = (line: string) => {
  const argv = line.split(' ').filter((word) => word !== '');
  const { command, typed, destination } = parseCommandLine(argv, matchCommand(argv, commands));
  return { words: command.words.join(' '), typed, destination };
};

describe('a command line', () => {
  it.each([
    ['door list', 'door list', {}, nowhere],
    ['door open 7', 'door open', { id: '7' }, nowhere],
    ['door open 7 --key k --by me', 'door open', { id: '7', key: 'k', by: 'me' }, nowhere],
    ['door open --key k 7', 'door open', { id: '7', key: 'k' }, nowhere],
    ['--key k door open 7', 'door open', { id: '7', key: 'k' }, nowhere],
    ['--json door open 7', 'door open', { id: '7' }, nowhere],
    ['door open 7 --key=', 'door open', { id: '7', key: '' }, nowhere],
    ['door open 7 --key=-k', 'door open', { id: '7', key: '-k' }, nowhere],
    ['door open 7 --key -', 'door open', { id: '7', key: '-' }, nowhere],
    ['door open -- -7', 'door open', { id: '-7' }, nowhere],
    ['--env staging door list', 'door list', { env: 'staging' }, { ...nowhere, env: 'staging' }],
    ['door list --env p --region r --profile q', 'door list', {}, { env: 'p', region: 'r', profile: 'q' }],
  ])('%s', (line, words, typed, destination) => {
    const parsed = parse(line);
    expect(parsed.words).toBe(words);
    expect(parsed.typed).toMatchObject(typed);
    expect(parsed.destination).toEqual(destination);
  });

  it.each([
    ['', 'A command is missing.'],
    ['door', 'A verb is missing after "door".'],
    ['door list extra', '"extra" is not expected here.'],
    ['door list --key k', "Unknown option '--key'."],
    ['door list -x', "Unknown option '-x'."],
    ['bell ring --times', '--times has no value; one that starts with a dash is written as --times=-value.'],
    ['bell ring --times --json', '--times has no value; one that starts with a dash is written as --times=-value.'],
    ['bell ring --json=yes', "Option '--json' does not take an argument."],
    ['bell ring --times 1 --times 2', '--times is given more than once.'],
    ['door list --region r', '--region and --profile belong to a deployed environment; name it with --env.'],
  ])('%s is refused with a sentence', (line, sentence) => {
    expect(() => parse(line)).toThrow(expect.objectContaining({ code: 'wrong_usage', message: sentence }));
  });
});

describe('a wrong command line', () => {
  it.each([
    ['door slam', { words: ['door'], stray: 'slam' }],
    ['gate open', { words: [], stray: 'gate' }],
    ['door slam --json', { wantsJson: true, wantsHelp: false }],
    ['door open --nonsense --help', { words: ['door', 'open'], stray: undefined, wantsHelp: true }],
    ['-h', { words: [], stray: undefined, wantsHelp: true }],
    ['door list --env', { wantsDeployed: true }],
  ])('%s still tells what is known', (line, known) => {
    expect(matchCommand(line.split(' '), commands)).toMatchObject(known);
  });
});

describe('what was typed', () => {
  const strict = defineCommand({
    ...shared,
    words: ['bell', 'ring'],
    operands: { id: { ...text, placeholder: '<bell>', required: true } },
    options: {
      times: { ...text, required: true, read: (typed: string, name: string) => `${name} ${typed}` },
      by: text,
    },
  });

  it('reaches the command as its parameters read it', async () => {
    const outcome = await strict.prepare({ id: '7', times: '3' })();
    expect(outcome).toMatchObject({ result: { id: '7', times: '--times 3', by: undefined } });
  });

  it.each([
    [{ times: '3' }, '<bell> is missing.'],
    [{ id: '7' }, '--times is missing.'],
  ])('%o is refused before the command runs', (typed, sentence) => {
    expect(() => strict.prepare(typed)).toThrow(sentence);
  });
});
