import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { SwitchboardConnectionError, SwitchboardError } from '../errors.ts';
import { type ApiTool, type ApiTools, serve } from '../mcp/serve.ts';
import { createTransport } from '../transport.ts';
import { type CommandWords, shells, writeCompletion } from './completion.ts';
import { connect, readSettings } from './connect.ts';
import { listen } from './listen.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { eventNames, trigger } from './trigger.ts';

const general = (): string => `Usage: switchboard <command> [options]

${Object.entries(packageCommands)
  .map(([name, { argument = '', summary }]) => `  ${`${name} ${argument}`.padEnd(20)} ${summary}`)
  .join('\n')}

Variables
  SWITCHBOARD_API_KEY        an API key of your workspace; listen needs the scope webhooks:manage
  SWITCHBOARD_URL            the base URL of the API (http://127.0.0.1:4000/v1)
Without a key, the demo workspace of the local service is used if its folder .local is here.

switchboard <command> --help tells more, and --version names this version. In a checkout of the service, npx switchboard
has the operator's commands as well.`;

const listenHelp = `Usage: switchboard listen [--forward-to <url>] [options]

Creates a feed, prints each event, and forwards it to your receiver with the headers of a real delivery, signed with a
secret that is printed. It outlasts interruptions of the network. Ctrl-C ends it and deletes the feed.

  --forward-to <url>   your receiver, such as http://localhost:3000/hooks
  --events <names>     only these, separated by commas; all by default
  --secret <whsec_…>   sign with this secret, so your receiver can keep it
  --keep               keep the feed at the end, and print how to go on
  --feed <id>          go on with a feed that was kept; it stays
  --after <cursor>     where in that feed to go on; from its beginning by default

In a checkout of the service, operators need no key: --workspace <id> names the workspace, and --env <name> a deployed
environment.

Example
  switchboard listen --forward-to http://localhost:3000/hooks --events message.received`;

const triggerHelp = `Usage: switchboard trigger <event> [options]

Causes a real event on a service that has the simulator, such as the local one: a customer writes, and the service does
the rest. The events are

  ${eventNames.join('\n  ')}

  --from <phone>       who writes; a new customer by default
  --text <text>        what the customer writes
  --account <id>       the business number that the customer writes to, if the simulator has several
  --simulator <url>    the simulator (SWITCHBOARD_SIMULATOR_URL, or http://127.0.0.1:4100)

Example
  switchboard trigger message.received --text "When are you open?"`;

const mcpHelp = `Usage: switchboard mcp [--tools <names>]

Offers each operation of the API as a tool on standard input and output. An assistant starts it.

  --tools <names>      only these areas and operations, separated by commas, such as contacts,sendMessage

Example
  claude mcp add switchboard -- npx -y -p @switchboard-messaging/client switchboard mcp --tools contacts,conversations`;

const completionHelp = `Usage: switchboard completion bash|zsh|fish

Example
  source <(switchboard completion bash)`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

interface Command {
  argument?: string;
  summary: string;
  help: string;
  /** The words that may follow it, besides its options. */
  choices?: readonly string[];
  options: ParseArgsOptionsConfig;
  run: (
    values: Record<string, string | undefined>,
    names: string[],
    terminal: Terminal,
    readTools: ReadTools,
  ) => Promise<void>;
}

type ReadTools = () => ApiTools | Promise<ApiTools>;

/** The package is built with its tools. */
const readPackagedTools: ReadTools = () =>
  JSON.parse(readFileSync(new URL('../mcp/tools.json', import.meta.url), 'utf8'));

/** A checkout has them, too. */
export const commands: Record<string, Command> = {
  listen: {
    summary: 'print events as they happen, and forward them to your machine',
    help: listenHelp,
    options: { 'forward-to': text, events: text, secret: text, keep: flag, feed: text, after: text },
    run: ({ 'forward-to': forwardTo, keep, ...values }, _, terminal) =>
      listen(connect(terminal), { ...values, forwardTo, keep: Boolean(keep) }, terminal),
  },
  trigger: {
    argument: '<event>',
    summary: 'let a customer of the simulator cause an event',
    help: triggerHelp,
    choices: eventNames,
    options: { from: text, text, account: text, simulator: text },
    run: (values, [name = ''], terminal) => {
      const simulatorUrl = values['simulator'] ?? readSettings(terminal).simulatorUrl;
      return trigger(connect(terminal), name, { ...values, simulatorUrl }, terminal);
    },
  },
  mcp: {
    summary: 'offer the API to an AI assistant, over the Model Context Protocol',
    help: mcpHelp,
    options: { tools: text },
    run: async ({ tools: names }, _, terminal, readTools) => {
      const send = createTransport(readSettings(terminal));
      const { version, tools: all } = await readTools();
      const tools = chooseTools(all, names);
      // From here on, the process stays alive until its input ends.
      const lines = createInterface({ input: process.stdin, signal: terminal.signal });
      await serve(lines, terminal.print, { version, tools, send });
    },
  },
};

/** A checkout has its own versions of these, which include the operator's commands. */
const packageCommands: Record<string, Command> = {
  ...commands,
  completion: {
    argument: '<shell>',
    summary: `print completions for ${shells.join(', ')}`,
    help: completionHelp,
    choices: shells,
    options: {},
    run: async (_, [name = ''], { print }) => {
      const shell = shells.find((known) => known === name);
      if (!shell) throw new UsageError(`There are no completions for "${name}". Use ${shells.join(', ')}.`);
      print(
        writeCompletion(shell, [
          { path: '', words: [...Object.keys(packageCommands), '--version'] },
          ...listWords(packageCommands),
        ]),
      );
    },
  },
};

const listWords = (listed: Record<string, Command>): CommandWords[] =>
  Object.entries(listed).map(([path, { choices = [], options }]) => ({
    path,
    words: [...choices, ...Object.keys(options).map((name) => `--${name}`), '--help'],
  }));

/** In a checkout, the others are the operator's. So is a `listen` that names a workspace. */
export const isClientCommand = ([first = '', second = '', ...rest]: readonly string[]): boolean => {
  const isOperators = first === 'listen' && [second, ...rest].some((word) => /^--(workspace|env)\b/.test(word));
  return Object.hasOwn(commands, first === 'help' ? second : first) && !isOperators;
};

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

const chooseTools = (tools: ApiTool[], names: string | undefined): ApiTool[] => {
  if (names === undefined) return tools;
  const wanted = names.split(',').map((name) => name.trim());
  const isWanted = (name: string, { area, tool }: ApiTool) => name === area || name === tool.name;
  const unknown = wanted.find((name) => !tools.some((tool) => isWanted(name, tool)));
  const areas = [...new Set(tools.map(({ area }) => area))].join(', ');
  if (unknown !== undefined)
    throw new UsageError(`There are no tools "${unknown}". Name operations, or areas: ${areas}.`);
  return tools.filter((tool) => wanted.some((name) => isWanted(name, tool)));
};

/** Returns the exit code: 0, 1 for a failure, 2 for a mistake in the command. */
export const run = async (
  args: readonly string[],
  terminal: Terminal,
  readTools: ReadTools = readPackagedTools,
): Promise<number> => {
  const [name = '', ...rest] = args[0] === 'help' && args[1] !== undefined ? [args[1], '--help'] : args;
  const command = Object.hasOwn(packageCommands, name) ? packageCommands[name] : undefined;
  try {
    if (['--help', '-h', 'help', '--version'].includes(name)) {
      terminal.print(name === '--version' ? readVersion() : general());
      return 0;
    }
    if (!command) throw new UsageError(name === '' ? general() : `There is no command "${name}".\n\n${general()}`);
    const options = { ...command.options, help: { ...flag, short: 'h' } };
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    if (values['help']) terminal.print(command.help);
    else await command.run(values as Record<string, string | undefined>, positionals, terminal, readTools);
    return 0;
  } catch (error) {
    terminal.printError(explain(error, name));
    return error instanceof UsageError || isParseError(error) ? 2 : 1;
  }
};

const isParseError = (error: unknown): boolean =>
  String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');

const explain = (error: unknown, name: string): string => {
  if (!(error instanceof Error)) return String(error);
  if (isParseError(error)) return `${error.message.split('. ')[0]}. See switchboard ${name} --help.`;
  if (error instanceof SwitchboardConnectionError)
    return `${error.message}. Check SWITCHBOARD_URL, and that the service runs.`;
  if (!(error instanceof SwitchboardError)) return error.message;
  const advice = error.status === 401 ? ' Check SWITCHBOARD_API_KEY.' : '';
  return `${error.message}${advice} (${error.status} ${error.code ?? ''}, request ${error.requestId ?? 'unknown'})`;
};
