import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { type CommandWords, quote, shells, writeCompletion } from '../../../sdk/src/cli/completion.ts';
import { exampleHelp } from '../command-text.ts';
import { print } from '../print.ts';
import type { Io, Run } from '../run.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const node = join(root, 'node_modules', '.bin', 'node');

/** Prints the package's completion script, with the operator's commands and a function that runs this checkout's command. */
export const addCompletionCommand = (program: Command, _: Run, io: Io): void => {
  program
    .command('completion')
    .description('Print what makes switchboard a command of your shell, with completions.')
    .addArgument(new Argument('<shell>', 'Your shell.').choices(shells))
    .addHelpText(
      'after',
      `${exampleHelp('completion bash')}\n\nIn ~/.bashrc:  source <(npx switchboard completion bash)\n` +
        'In ~/.zshrc:   source <(npx switchboard completion zsh)\n' +
        'In fish:       npx switchboard completion fish > ~/.config/fish/conf.d/switchboard.fish',
    )
    .action((shell: (typeof shells)[number]) =>
      print(io.stdout, `${writeCompletion(shell, listWords(program))}\n${defineCommand(shell)}`),
    );
};

const listWords = (command: Command, path: string[] = []): CommandWords[] => {
  const words = [
    ...command.commands.map((child) => child.name()),
    ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ...command.options.map(({ long }) => `${long}`),
    '--help',
  ];
  return [
    { path: path.join(' '), words },
    ...command.commands.flatMap((child) => listWords(child, [...path, child.name()])),
  ];
};

const defineCommand = (shell: (typeof shells)[number]): string => {
  const line = `${quote(node)} ${quote(join(root, 'bin/switchboard.ts'))}`;
  return shell === 'fish' ? `function switchboard; ${line} $argv; end` : `switchboard() { ${line} "$@"; }`;
};
