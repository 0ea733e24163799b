import type { Command, Parameter, ParameterSet } from './command.ts';
import { commonOptions, type Match } from './command-line.ts';
import { alignColumns } from './layout.ts';

const program = 'npm run -s admin --';

/** What to type for the help of these words. */
export const helpCommandLine = (words: readonly string[]): string => [program, ...words, '--help'].join(' ');

/** Help for what the command line names: everything, a noun, or one command. */
export const helpOf = (commands: readonly Command[], { command, words }: Match): string => {
  if (command) return helpOfCommand(command);
  const named = commands.filter((candidate) => words.every((word, place) => candidate.words[place] === word));
  return join([
    'Administers the running local service, or with --env a deployed one.',
    `Usage: ${[program, ...words, words.length === 0 ? '<noun> <verb>' : '<verb>'].join(' ')} [options]`,
    section('Commands', alignColumns(named.map((one) => [one.words.join(' '), one.summary]))),
    section('Options of every command', commonRows()),
    section('Examples', named.map(exampleOf)),
    `More about a command: ${helpCommandLine([words[0] ?? '<noun>', '<verb>'])}`,
  ]);
};

const helpOfCommand = (command: Command): string => {
  const { words, summary, operands, options } = command;
  const own = alignColumns([
    ...parameterRows(operands, (_, { placeholder }) => placeholder),
    ...parameterRows(options, titleOf),
  ]);
  return join([
    summary,
    `Usage: ${[program, ...words, ...usageOf(command)].join(' ')}`,
    ...(own.length > 0 ? [section('Options', own)] : []),
    section('Options of every command', commonRows()),
    section('Example', [exampleOf(command)]),
  ]);
};

const usageOf = ({ operands, options }: Command): string[] => [
  ...Object.values(operands).map(({ placeholder }) => placeholder),
  ...Object.entries(options).map(([name, parameter]) =>
    parameter.required ? titleOf(name, parameter) : `[${titleOf(name, parameter)}]`,
  ),
];

/** A flag has no placeholder. */
const titleOf = (name: string, { placeholder }: Pick<Parameter, 'placeholder'>): string =>
  `--${name} ${placeholder}`.trim();

const parameterRows = (set: ParameterSet, title: (name: string, parameter: Parameter) => string): string[][] =>
  Object.entries(set).flatMap(([name, parameter]) =>
    parameter.about.split('\n').map((line, place) => [place === 0 ? title(name, parameter) : '', line]),
  );

const commonRows = (): string[] =>
  alignColumns(Object.entries(commonOptions).map(([name, option]) => [titleOf(name, option), option.about]));

const exampleOf = ({ words, example }: Command): string => [program, ...words, example].join(' ');

const section = (title: string, lines: readonly string[]): string =>
  [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n');

const join = (sections: readonly string[]): string => `${sections.join('\n\n')}\n`;
