import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import * as z from 'zod';
import { defaultDashboard } from '../../lib/dashboard/settings.ts';
import { usageError } from './admin-error.ts';
import { type Output, print, toJson } from './print.ts';
import { recordAct } from './record-act.ts';

export interface Io {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** Ends a command that goes on until Ctrl-C. */
  signal?: AbortSignal;
}

export interface Screen {
  /** The columns of the terminal. A file or a pipe has no limit. */
  width?: number | undefined;
}

/** COLUMNS takes precedence, as in other commands. */
export const readScreen = ({ stdout }: Io): Screen =>
  stdout.isTTY ? { width: Number(process.env['COLUMNS']) || stdout.columns } : {};

const partialExitCode = 3;

/** Builds a commander action. The input is checked before anything is connected or changed. */
export type Run = <Input, Result>(
  schema: z.ZodType<Input>,
  /** Imports the domain itself: its modules read the environment that `connect` sets. */
  execute: (input: Input, io: Io) => Promise<Result>,
  show: (result: Result, screen: Screen, input: Input) => Output,
  /** Tells a script that the command ended, but not with all that it was asked for. */
  isPartial?: (result: Result) => boolean,
) => (this: Command) => Promise<void>;

export const createRun =
  (io: Io, outcome: { exitCode: number }): Run =>
  (schema, execute, show, isPartial = () => false) =>
    async function (this: Command) {
      const input = readInput(this, schema);
      const { json, ...destination } = globalOptions.parse(this.optsWithGlobals());
      if (destination.env !== undefined) refuseShownSecrets(this);
      await connect(destination);
      const result = await recordAct(toName(this), z.record(z.string(), z.unknown()).parse(input), io.stderr, () =>
        execute(input, io),
      );
      await print(io.stdout, json ? toJson(result) : show(result, readScreen(io), input));
      if (isPartial(result)) outcome.exitCode = partialExitCode;
    };

/** Returns a path such as "channel connect msgapp". */
export const toName = (command: Command): string =>
  command.parent?.parent ? `${toName(command.parent)} ${command.name()}` : command.name();

const globalOptions = z.object({
  json: z.boolean().default(false),
  env: z.string().optional(),
  region: z.string().optional(),
  profile: z.string().optional(),
});

const readInput = <Input>(command: Command, schema: z.ZodType<Input>): Input => {
  const names = new Map<PropertyKey, string>([
    ...command.registeredArguments.map((argument) => [toCamelCase(argument.name()), `<${argument.name()}>`] as const),
    ...command.options.map((option) => [option.attributeName(), `${option.long}`] as const),
  ]);
  const values = command.registeredArguments.map((argument, index) => [
    toCamelCase(argument.name()),
    command.processedArgs[index],
  ]);
  const parsed = schema.safeParse({ ...Object.fromEntries(values), ...command.opts() });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = names.get(issue?.path[0] ?? '');
  throw usageError(name === undefined ? `${issue?.message}` : `${name} ${issue?.message}`);
};

/** A secret of a deployed environment on a command line is in the shell's history and the list of processes. */
const refuseShownSecrets = (command: Command): void => {
  const values = command.opts();
  const shown = command.options.find(
    (option) => option.flags.includes('|->') && ![undefined, '-'].includes(values[option.attributeName()]),
  );
  if (!shown) return;
  throw usageError(
    `${shown.long} must be - with --env, because the shell keeps what is on a command line. Pass the secret on stdin: ` +
      `${shown.long} - < file, or paste it when you are asked.`,
  );
};

const toCamelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Destination {
  env?: string | undefined;
  region?: string | undefined;
  profile?: string | undefined;
}

/** Sets the environment variables that the domain reads. Imports late: each way to connect loads only its own SDK. */
const connect = async (destination: Destination): Promise<void> => {
  await connectTo(destination);
  process.env['AUDIT_DAYS'] ??= String(defaultDashboard.auditDays);
  // Log lines would be part of the result on stdout. Errors are explained on stderr.
  process.env['LOG_LEVEL'] ??= 'silent';
};

const connectTo = async ({ env, region, profile }: Destination): Promise<void> => {
  if (env !== undefined) {
    const { connectDeployed } = await import('./connect-deployed.ts');
    return connectDeployed(env, { region, profile });
  }
  if ((region ?? profile) !== undefined) {
    throw usageError('--region and --profile need a deployed environment; name it with --env.');
  }
  const { connectLocal } = await import('./connect-local.ts');
  return connectLocal();
};
