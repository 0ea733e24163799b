import { describe, expect, it } from 'vitest';
import { commonOptions, matchCommand } from '../../../tools/admin/command-line.ts';
import { commands } from '../../../tools/admin/commands.ts';
import { helpOf } from '../../../tools/admin/help.ts';

const helpFor = (...words: string[]): string => helpOf(commands, matchCommand(words, commands));
const byWords = commands.map((command) => ({ name: command.words.join(' '), command }));

describe('help', () => {
  it('shows every command with its summary and its example', () => {
    const help = helpFor();
    for (const { words, summary, example } of commands) {
      expect(help).toMatch(new RegExp(`^ {2}${words.join(' ')} +\\S`, 'm'));
      expect(help).toContain(summary);
      expect(help).toContain(`npm run -s admin -- ${[...words, example].join(' ')}`);
    }
  });

  it('of a noun shows its commands only', () => {
    const help = helpFor('key');
    expect(help).toContain('key revoke');
    expect(help).not.toContain('workspace create');
  });

  it.each(byWords)('of $name shows every operand and option, and an example', ({ command }) => {
    const help = helpFor(...command.words);
    for (const { placeholder, about } of Object.values(command.operands)) {
      expect(help).toContain(`${placeholder} `);
      expect(help).toContain(about);
    }
    for (const [name, { placeholder, about }] of Object.entries({ ...commonOptions, ...command.options })) {
      expect(help).toContain(`--${name} ${placeholder}`);
      for (const line of about.split('\n')) expect(help).toContain(line);
    }
    expect(help).toContain(`npm run -s admin -- ${[...command.words, command.example].join(' ')}`);
  });

  it('brackets what may be left out', () => {
    const help = helpFor('key', 'create');
    expect(help).toContain('--name <name> --scopes');
    expect(help).toContain('[--expires-at <date-time>]');
  });
});

describe('the command table', () => {
  it('holds each command once', () => {
    const names = byWords.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(byWords)('leaves $name no option that every command has', ({ command }) => {
    expect(Object.keys({ ...command.options, ...command.operands }).filter((name) => name in commonOptions)).toEqual(
      [],
    );
  });

  it.each(byWords)('gives $name an example that it would accept', ({ command }) => {
    const words = command.example.match(/"[^"]*"|\S+/g) ?? [];
    const typed: Record<string, string> = {};
    const operands = Object.keys(command.operands);
    for (const [place, word] of words.entries()) {
      if (word === '<') break;
      const before = words[place - 1];
      if (word.startsWith('--')) continue;
      const name = before?.startsWith('--') ? before.slice(2) : operands.shift();
      if (name !== undefined) typed[name] = word.replaceAll('"', '');
    }
    expect(() => command.prepare(typed)).not.toThrow();
  });
});
