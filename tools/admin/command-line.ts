import { parseArgs } from 'node:util';
import type { Command, Typed } from './command.ts';
import type { Destination } from './connect.ts';
import { wrongUsage } from './problem.ts';

/** Options that every command has. */
export const commonOptions = {
  json: { type: 'boolean', placeholder: '', about: 'Print JSON only, for tools; errors too, on stderr.' },
  env: { type: 'string', placeholder: '<name>', about: 'Act on this deployed environment, not on the local service.' },
  region: { type: 'string', placeholder: '<region>', about: 'AWS region of the environment (default: AWS_REGION).' },
  profile: { type: 'string', placeholder: '<name>', about: 'AWS profile to act with (default: AWS_PROFILE).' },
  help: { type: 'boolean', placeholder: '', about: 'Explain a noun or a command.' },
} as const;

/** How much of a command line is known before its options are checked. */
export interface Match {
  /** The words that name a noun, or a noun and its verb. */
  words: readonly string[];
  command: Command | undefined;
  /** The first word that names nothing. */
  stray: string | undefined;
  wantsHelp: boolean;
  wantsJson: boolean;
  wantsDeployed: boolean;
}

/** Finds the command without judging the rest, so that even a wrong line gets its help and its kind of error. */
export const matchCommand = (argv: readonly string[], commands: readonly Command[]): Match => {
  const options = optionTypes(commands);
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false });
  const [noun, verb] = positionals;
  const verbs = commands.filter(({ words }) => words[0] === noun);
  const command = verbs.find(({ words }) => words[1] === verb);
  const words = command?.words ?? verbs[0]?.words.slice(0, 1) ?? [];
  return {
    words,
    command,
    stray: command ? undefined : positionals[words.length],
    wantsHelp: values['help'] !== undefined,
    wantsJson: values['json'] !== undefined,
    wantsDeployed: values['env'] !== undefined,
  };
};

/** A word that names nothing is refused whatever else was asked for. */
export const refuseStray = ({ words, stray }: Match): void => {
  if (stray !== undefined) throw wrongUsage(`There is no command "${[...words, stray].join(' ')}".`);
};

export interface CommandLine {
  command: Command;
  typed: Typed;
  destination: Destination;
}

/** The whole command line, or the sentence that says what is wrong with it. */
export const parseCommandLine = (argv: readonly string[], { command, words }: Match): CommandLine => {
  if (!command)
    throw wrongUsage(words.length === 0 ? 'A command is missing.' : `A verb is missing after "${words[0]}".`);
  const { values, positionals } = parseStrictly(argv, command);
  const typed = { ...values, ...operandsOf(command, positionals.slice(words.length)) };
  return { command, typed, destination: destinationOf(values) };
};

const parseStrictly = (argv: readonly string[], command: Command) => {
  const options = optionTypes([command]);
  const parsed = parseOrRefuse(() =>
    parseArgs({ args: [...argv], options, allowPositionals: true, strict: true, tokens: true }),
  );
  const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const repeated = names.find((name, place) => names.indexOf(name) < place);
  if (repeated !== undefined) throw wrongUsage(`--${repeated} is given more than once.`);
  return { values: textsOf(parsed.values), positionals: parsed.positionals };
};

/** Node's message starts with what is wrong, and goes on with advice that does not fit here. */
const parseOrRefuse = <Result>(parse: () => Result): Result => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw wrongUsage(valueless(error.message) ?? `${error.message.split(/\.?\n|\. /, 1)[0]}.`);
  }
};

const valueless = (message: string): string | undefined => {
  const [, option] = /^Option '(--[\w-]+).* (?:missing|ambiguous)/.exec(message) ?? [];
  return option && `${option} has no value; one that starts with a dash is written as ${option}=-value.`;
};

const optionTypes = (commands: readonly Command[]): Record<string, { type: 'string' | 'boolean'; short?: string }> => {
  const own = commands.flatMap(({ options }) => Object.entries(options));
  return {
    ...Object.fromEntries(own.map(([name, { isFlag }]) => [name, { type: isFlag ? 'boolean' : 'string' } as const])),
    ...Object.fromEntries(Object.entries(commonOptions).map(([name, { type }]) => [name, { type }])),
    help: { type: 'boolean', short: 'h' },
  };
};

/** A flag counts as typed without a text. */
const textsOf = (values: Record<string, unknown>): Typed =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : '']));

const operandsOf = ({ operands }: Command, given: readonly string[]): Typed => {
  const names = Object.keys(operands);
  const [surplus] = given.slice(names.length);
  if (surplus !== undefined) throw wrongUsage(`"${surplus}" is not expected here.`);
  return Object.fromEntries(names.map((name, place) => [name, given[place]]));
};

const destinationOf = ({ env, region, profile }: Typed): Destination => {
  if (env === undefined && (region ?? profile) !== undefined) {
    throw wrongUsage('--region and --profile belong to a deployed environment; name it with --env.');
  }
  return { env, region, profile };
};
