import { type Match, matchCommand, parseCommandLine, refuseStray } from './command-line.ts';
import { commands } from './commands.ts';
import { connect } from './connect.ts';
import { exitCodeOf, explain } from './explain.ts';
import { helpCommandLine, helpOf } from './help.ts';
import { type Output, print, toJson, toJsonOutput, toTextOutput } from './print.ts';
import type { Problem } from './problem.ts';

/** Runs one command line and answers with the exit code of the process. */
export const main = async (argv: readonly string[]): Promise<number> => {
  const match = matchCommand(argv, commands);
  try {
    refuseStray(match);
    await print(match.wantsHelp ? [helpOf(commands, match)] : await run(argv, match));
    return 0;
  } catch (error) {
    const problem = explain(error, match.wantsDeployed);
    process.stderr.write(match.wantsJson ? toJson(reportOf(problem, match)) : asText(reportOf(problem, match)));
    return exitCodeOf(problem);
  }
};

/** Everything that was typed is checked before anything is reached or changed. */
const run = async (argv: readonly string[], match: Match): Promise<Output> => {
  const { command, typed, destination } = parseCommandLine(argv, match);
  const start = command.prepare(typed);
  await connect(destination);
  const outcome = await start();
  return match.wantsJson ? toJsonOutput(outcome) : toTextOutput(outcome);
};

interface Report {
  error: { code: string; message: string; hint?: string; stack?: string };
}

const reportOf = (problem: Problem, match: Match): Report => {
  const hint = exitCodeOf(problem) === 2 ? { hint: `For help: ${helpCommandLine(match.words)}` } : {};
  const stack = process.env['DEBUG'] === '1' ? { stack: stackOf(problem) } : {};
  return { error: { code: problem.code, message: problem.message, ...hint, ...stack } };
};

const stackOf = ({ cause, stack }: Problem): string => (cause instanceof Error ? cause.stack : stack) ?? '';

const asText = ({ error: { message, hint, stack } }: Report): string =>
  [message, hint, stack].flatMap((line) => (line === undefined ? [] : `${line}\n`)).join('');
