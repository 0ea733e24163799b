import { CommanderError } from 'commander';
import { replaceUnsafe } from '../terminal/unsafe-characters.ts';
import type { AdminError } from './admin-error.ts';
import { expandHelp, findCommand, preferMisspelling, toPath } from './command-line.ts';
import { explainError } from './explain-error.ts';
import { toJson } from './print.ts';
import { createProgram } from './program.ts';
import type { Io } from './run.ts';

const exitCodes = { success: 0, failure: 1, wrongUsage: 2 };

export const main = async (argv: readonly string[], io: Io = process): Promise<number> => {
  const isJson = argv.includes('--json');
  const program = createProgram(io, isJson);
  try {
    await program.parseAsync(expandHelp(program, argv), { from: 'user' });
    return exitCodes.success;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.success;
    const adminError = explainError(preferMisspelling(error, program, argv), program.opts()['env'] !== undefined);
    const isWrongUsage = adminError.code === 'wrong_usage';
    const hint = isWrongUsage ? `For help: ${toPath(findCommand(program, argv))} --help` : undefined;
    const report = buildReport(adminError, hint);
    if (isJson) io.stderr.write(`${toJson({ error: report })}\n`);
    else if (!isHelp(error)) io.stderr.write(toText(report));
    return isWrongUsage ? exitCodes.wrongUsage : exitCodes.failure;
  }
};

/** Commander prints the help of an incomplete command itself. */
const isHelp = (error: unknown): boolean => error instanceof CommanderError && error.code === 'commander.help';

interface Report {
  code: string;
  message: string;
  hint?: string;
  stack?: string;
}

const buildReport = ({ code, message, cause, stack }: AdminError, hint: string | undefined): Report => ({
  code,
  message,
  ...(hint === undefined ? {} : { hint }),
  ...(process.env['DEBUG'] === '1' ? { stack: (cause instanceof Error ? cause.stack : stack) ?? '' } : {}),
});

const toText = ({ message, hint, stack }: Report): string =>
  [message, hint, stack]
    .flatMap((text) => text?.split('\n') ?? [])
    .map((line) => `${replaceUnsafe(line)}\n`)
    .join('');
