import { Command, CommanderError, Option } from 'commander';

/** The noun or verb that the command line names, even if the rest of it is wrong. */
export const findCommand = (program: Command, argv: readonly string[]): Command =>
  argv.reduce((command, word) => findChild(command, word) ?? command, program);

/** Such as "npm run -s admin -- key create". */
export const toPath = (command: Command): string =>
  command.parent ? `${toPath(command.parent)} ${command.name()}` : command.name();

/** `help key create` is `key create --help`. A misspelt word stays, so commander reports it. */
export const expandHelp = (program: Command, argv: readonly string[]): readonly string[] => {
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
export const preferMisspelling = (error: unknown, program: Command, argv: readonly string[]): unknown => {
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
