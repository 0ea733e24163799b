import { wrongUsage } from './problem.ts';

/** One value that a command takes. */
export interface Parameter<Value = unknown> {
  /** How help writes the value: `<id>`, `active|lapsed`. */
  placeholder: string;
  /** What it is for; may have more than one line. */
  about: string;
  required?: boolean;
  /** It stands for itself, without a value. */
  isFlag?: boolean;
  /** What was typed as the command works with it. Refuses with a sentence that starts with the parameter's name. */
  read: (typed: string, name: string) => Value;
}

export type ParameterSet = Readonly<Record<string, Parameter>>;

type Input<Set extends ParameterSet> = {
  [Name in keyof Set]: ReturnType<Set[Name]['read']> | (Set[Name] extends { required: true } ? never : undefined);
};

/** What was typed, by the names of operands and options. */
export type Typed = Readonly<Record<string, string | undefined>>;

interface Description<Operands extends ParameterSet = ParameterSet, Options extends ParameterSet = ParameterSet> {
  /** A noun and a verb. */
  words: readonly [string, string];
  summary: string;
  /** Values without a name, in this order after the words; all of them are required. */
  operands: Operands;
  /** Values that follow their name. */
  options: Options;
  /** The rest of a command line, after the words, that could be typed as it stands. */
  example: string;
}

interface Definition<Operands extends ParameterSet, Options extends ParameterSet, Result>
  extends Description<Operands, Options> {
  /** Imports what it needs itself: only then is the environment set, and other commands start without it. */
  run: (input: Input<Operands> & Input<Options>) => Promise<Result>;
  /** The result for a person; tools get it as JSON. */
  show: (result: Result) => string;
}

interface StreamDefinition<Operands extends ParameterSet, Options extends ParameterSet, Row>
  extends Description<Operands, Options> {
  /** Refuses what it can refuse before the first page. */
  run: (input: Input<Operands> & Input<Options>) => Promise<AsyncIterable<readonly Row[]>>;
  /** The rows for a person, piece by piece; tools get them as one JSON array. */
  show: (pages: AsyncIterable<readonly Row[]>, input: Input<Operands> & Input<Options>) => AsyncIterable<string>;
}

/** What there is to print: all at once, or as it comes. */
export type Outcome =
  | { result: unknown; text: () => string }
  | { pages: AsyncIterable<readonly unknown[]>; pieces: () => AsyncIterable<string> };

/** A command as the command line knows it. */
export interface Command extends Description {
  /** Checks what was typed; what it returns does the work. */
  prepare: (typed: Typed) => () => Promise<Outcome>;
}

export const defineCommand = <const Operands extends ParameterSet, const Options extends ParameterSet, Result>(
  definition: Definition<Operands, Options, Result>,
): Command => {
  const { run, show, ...description } = definition;
  return {
    ...description,
    prepare: (typed) => {
      const input = inputOf(definition, typed);
      return async () => {
        const result = await run(input);
        return { result, text: () => show(result) };
      };
    },
  };
};

/** A command with more rows than should be in memory at a time. */
export const defineStream = <const Operands extends ParameterSet, const Options extends ParameterSet, Row>(
  definition: StreamDefinition<Operands, Options, Row>,
): Command => {
  const { run, show, ...description } = definition;
  return {
    ...description,
    prepare: (typed) => {
      const input = inputOf(definition, typed);
      return async () => {
        const pages = await run(input);
        return { pages, pieces: () => show(pages, input) };
      };
    },
  };
};

const inputOf = <Operands extends ParameterSet, Options extends ParameterSet>(
  { operands, options }: Description<Operands, Options>,
  typed: Typed,
): Input<Operands> & Input<Options> => ({
  ...readInput(operands, typed, (_, { placeholder }) => placeholder),
  ...readInput(options, typed, (name) => `--${name}`),
});

/** How a parameter is called to the person who typed it. */
type TitleOf = (name: string, parameter: Parameter) => string;

const readInput = <Set extends ParameterSet>(set: Set, typed: Typed, titleOf: TitleOf): Input<Set> => {
  const values = Object.entries(set).map(([name, parameter]) => {
    const text = typed[name];
    if (text !== undefined) return [name, parameter.read(text, titleOf(name, parameter))];
    if (parameter.required) throw wrongUsage(`${titleOf(name, parameter)} is missing.`);
    return [name, undefined];
  });
  return Object.fromEntries(values) as Input<Set>;
};
