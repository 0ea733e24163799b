import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { auditedCommands } from '../../../tools/admin/audited-commands.ts';
import { createProgram } from '../../../tools/admin/program.ts';

const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };

const listNames = (command: Command, words: string[] = []): string[] =>
  command.commands.length === 0
    ? [words.join(' ')]
    : command.commands.flatMap((child) => listNames(child, [...words, child.name()]));

/** Verbs that only look, and commands that belong to no workspace. */
const isUnaudited = (name: string): boolean =>
  / (list|get|recipients|check)$/.test(name) || ['queue redrive', 'secrets rotate', 'migrate', 'doctor'].includes(name);

describe('the audited commands', () => {
  it.each(listNames(createProgram(io, false)))(
    'the command "%s" either only looks or leaves an audit entry',
    (name) => {
      expect(name in auditedCommands).toBe(!isUnaudited(name));
    },
  );

  it('no audited command repeats an input that may hold a secret', () => {
    const repeated = Object.values(auditedCommands).flatMap(({ target, details = [] }) => [target, ...details]);
    for (const name of ['accessToken', 'key', 'url', 'baseUrl']) expect(repeated).not.toContain(name);
  });
});
