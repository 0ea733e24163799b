import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { exampleHelp } from '../command-text.ts';
import { print } from '../print.ts';
import type { Io, Run } from '../run.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const node = join(root, 'node_modules', '.bin', 'node');

/** Completions are a list of words per command, not a question to this program: it takes too long to start for a key press. */
export const addCompletionCommand = (program: Command, _: Run, io: Io): void => {
  program
    .command('completion')
    .description('Print what makes switchboard a command of your shell, with completions.')
    .addArgument(new Argument('<shell>', 'Your shell.').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      `${exampleHelp('completion bash')}\n\nIn ~/.bashrc:  source <(npx switchboard completion bash)\n` +
        'In ~/.zshrc:   source <(npx switchboard completion zsh)\n' +
        'In fish:       npx switchboard completion fish > ~/.config/fish/conf.d/switchboard.fish',
    )
    .action((shell: keyof typeof shells) => print(io.stdout, shells[shell](listWords(program))));
};

interface CommandWords {
  path: string;
  words: string[];
}

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

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bash = (
  commands: CommandWords[],
): string => `switchboard() { ${quote(node)} ${quote(join(root, 'bin/admin.ts'))} "$@"; }
_switchboard() {
  local path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || case "$path" in
      ${commands.map(({ path, words }) => toPattern(path, words)).join('\n      ')}
    esac
  done
  case "$path" in
    ${commands.map(({ path, words }) => `${quote(path)}) COMPREPLY=($(compgen -W ${quote(words.join(' '))} -- "\${COMP_WORDS[COMP_CWORD]}"));;`).join('\n    ')}
  esac
}
complete -o default -F _switchboard switchboard`;

/** A word goes one command deeper if the command has it, and is a value otherwise. */
const toPattern = (path: string, words: string[]): string => {
  const children = words.filter((word) => !word.startsWith('-'));
  return `${quote(path)}) [[ ${quote(` ${children.join(' ')} `)} == *" $word "* ]] && path="\${path:+$path }$word";;`;
};

const fish = (commands: CommandWords[]): string =>
  [
    `function switchboard; ${quote(node)} ${quote(join(root, 'bin/admin.ts'))} $argv; end`,
    'function __switchboard_at; set -l words (commandline -opc)[2..]; test "$words" = "$argv"; end',
    'function __switchboard_in; string match -q -- "$argv*" (string join " " (commandline -opc)[2..]); end',
    ...commands.flatMap(({ path, words }) =>
      words.map((word) =>
        word.startsWith('-')
          ? `complete -c switchboard -n "__switchboard_in ${path}" -l ${word.slice(2)}`
          : `complete -c switchboard -f -n "__switchboard_at ${path}" -a ${word}`,
      ),
    ),
  ].join('\n');

const shells = {
  bash,
  zsh: (commands: CommandWords[]) =>
    `autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bash(commands)}`,
  fish,
};
