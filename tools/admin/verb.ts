import { Argument, type Command, Option } from 'commander';
import * as z from 'zod';
import { exampleHelp, placeholderIds } from './command-text.ts';
import type { Output } from './print.ts';
import { type Io, type Run, type Screen, toName } from './run.ts';
import { id } from './values.ts';

interface Field {
  kind: 'argument' | 'option' | 'required';
  /** The placeholder for the value in the help, such as `<time>`. */
  placeholder: string;
  description: string;
}

const fields = z.registry<Field>();

const describe = <Schema extends z.ZodType>(schema: Schema, field: Field): Schema => {
  const own = schema.clone();
  fields.add(own, field);
  return own;
};

/** Named after its field: `keyId` is `<key-id>`. */
export const argument = <Schema extends z.ZodType>(description: string, schema: Schema): Schema =>
  describe(schema, { kind: 'argument', placeholder: '', description });

/** Named after its field: `expiresAt` is `--expires-at`. */
export const option = <Schema extends z.ZodType>(placeholder: string, description: string, schema: Schema): Schema =>
  describe(schema, { kind: 'option', placeholder, description });

export const required = <Schema extends z.ZodType>(placeholder: string, description: string, schema: Schema): Schema =>
  describe(schema, { kind: 'required', placeholder, description });

export const workspace = required('<workspace-id>', 'The workspace.', id);

type Input<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

interface Verb<Shape extends z.ZodRawShape, Result> {
  input?: Shape;
  /** A rule for several fields, and what it says when it is broken. */
  check?: [isValid: (input: Input<Shape>) => boolean, message: string];
  /** The arguments of the example in the help, without the workspace. */
  example?: string;
  /** Imports the domain itself: its modules read the environment that connecting sets. */
  act: (input: Input<Shape>, io: Io) => Promise<Result>;
  show: (result: Result, screen: Screen, input: Input<Shape>) => Output;
  /** Tells a script that the command ended, but not with all that it was asked for. */
  isPartial?: (result: Result) => boolean;
}

type AddVerb = (noun: Command, run: Run) => void;

export const verb =
  <Shape extends z.ZodRawShape, Result>(
    name: string,
    description: string,
    { input, check, example = '', act, show, isPartial }: Verb<Shape, Result>,
  ): AddVerb =>
  (noun, run) => {
    const shape = z.object(input ?? ({} as Shape));
    const command = noun.command(name).description(description);
    for (const [field, schema] of Object.entries(shape.shape))
      addField(command, toKebabCase(field), schema as z.ZodType);
    const hasWorkspace = Object.values<unknown>(shape.shape).includes(workspace);
    const line = `${toName(command)} ${hasWorkspace ? withWorkspace(example) : example}`.trim();
    const [isValid = () => true, message = ''] = check ?? [];
    command.addHelpText('after', exampleHelp(line)).action(run(shape.refine(isValid, message), act, show, isPartial));
  };

export const addNoun = (program: Command, run: Run, name: string, description: string, verbs: AddVerb[]): Command => {
  const noun = program.command(name).description(description);
  for (const add of verbs) add(noun, run);
  return noun;
};

/** Between the arguments and the other options. */
const withWorkspace = (example: string): string =>
  `${example} `.replace(/(^| )(?=--|$)/, ` --workspace ${placeholderIds.workspace} `).trim();

const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const addField = (command: Command, name: string, schema: z.ZodType): void => {
  const { kind, placeholder, description } = fields.get(schema) ?? {};
  const choices = listChoices(schema);
  if (kind === 'argument') {
    const added = new Argument(`<${name}>`, description);
    command.addArgument(choices ? added.choices(choices) : added);
  } else if (kind !== undefined) {
    const added = new Option(`--${name} ${placeholder}`.trim(), description).makeOptionMandatory(kind === 'required');
    command.addOption(choices ? added.choices(choices) : added);
  }
};

const listChoices = (schema: z.ZodType): string[] | undefined => {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined;
};
