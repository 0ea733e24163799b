import { Command, CommanderError, Option } from 'commander';
import { replaceUnsafe } from '../terminal/unsafe-characters.ts';
import type { AdminError } from './admin-error.ts';
import { explainError } from './explain-error.ts';
import { toJson } from './print.ts';
import { createProgram } from './program.ts';
import type { Io } from './run.ts';

const exitCodes = { success: 0, failure: 1, wrongUsage: 2 };

export const main = async (argv: readonly string[], io: Io = process): Promise<number> => {
  const isJson = argv.includes('--json');
  const outcome = { exitCode: exitCodes.success };
  const program = await createProgram(io, argv, outcome);
  try {
    await program.parseAsync(expandHelp(program, argv), { from: 'user' });
    return outcome.exitCode;
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

/** The noun or verb that the command line names, even if the rest of it is wrong. */
const findCommand = (program: Command, argv: readonly string[]): Command =>
  argv.reduce((command, word) => findChild(command, word) ?? command, program);

/** Returns a command line such as "npx switchboard key create". */
const toPath = (command: Command): string =>
  command.parent ? `${toPath(command.parent)} ${command.name()}` : command.name();

/** `help key create` is `key create --help`. A misspelt word stays, so commander reports it. */
const expandHelp = (program: Command, argv: readonly string[]): readonly string[] => {
  const [first, ...rest] = argv;
  if (first !== 'help') return argv;
  const words: string[] = [];
  let command = program;
  for (const word of rest.filter((text) => !text.startsWith('-'))) {
    if (command.commands.length === 0) break;
    words.push(word);
    const child = findChild(command, word);
    if (child === undefined) return words;
    command = child;
  }
  return [...words, '--help'];
};

const findChild = (command: Command, name: string): Command | undefined =>
  command.commands.find((candidate) => candidate.name() === name);

/** Commander reports a required option as missing before it reports that it is misspelt. */
const preferMisspelling = (error: unknown, program: Command, argv: readonly string[]): unknown => {
  if (!(error instanceof CommanderError) || error.code !== 'commander.missingMandatoryOptionValue') return error;
  const silent = { writeErr: () => undefined, outputError: () => undefined };
  const probe = new Command().exitOverride().configureOutput(silent).allowExcessArguments();
  for (const { flags } of [...program.options, ...findCommand(program, argv).options])
    probe.addOption(new Option(flags));
  try {
    probe.parse(argv, { from: 'user' });
    return error;
  } catch (misspelling) {
    return misspelling;
  }
};
