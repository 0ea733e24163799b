import { Command, InvalidArgumentError, type Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { exampleHelp, programName } from './command-text.ts';
import type { Io, Run } from './run.ts';

type Add = (program: Command, run: Run, io: Io) => void;
type Load = () => Promise<Add>;

const maintenance: Load = async () => (await import('./commands/maintenance.ts')).addMaintenanceCommands;
const client: Load = async () => (await import('./commands/client.ts')).addClientCommands;
const deployment: Load = async () => (await import('./commands/deployment.ts')).addDeploymentCommands;

/** Every noun, and the commands without one. Only what a command line names is loaded: the rest costs half a second. */
const nouns: Record<string, Load> = {
  workspace: async () => (await import('./commands/workspace.ts')).addWorkspaceCommands,
  member: async () => (await import('./commands/member.ts')).addMemberCommands,
  session: async () => (await import('./commands/member.ts')).addSessionCommands,
  identity: async () => (await import('./commands/member.ts')).addIdentityCommands,
  key: async () => (await import('./commands/key.ts')).addKeyCommands,
  channel: async () => (await import('./commands/channel.ts')).addChannelCommands,
  contact: async () => (await import('./commands/contact.ts')).addContactCommands,
  template: async () => (await import('./commands/channel.ts')).addTemplateCommands,
  broadcast: async () => (await import('./commands/broadcast.ts')).addBroadcastCommands,
  webhook: async () => (await import('./commands/webhook.ts')).addWebhookCommands,
  delivery: async () => (await import('./commands/delivery.ts')).addDeliveryCommands,
  queue: async () => (await import('./commands/queue.ts')).addQueueCommands,
  audit: async () => (await import('./commands/audit.ts')).addAuditCommands,
  secrets: maintenance,
  migrate: maintenance,
  report: maintenance,
  listen: async () => (await import('./commands/listen.ts')).addListenCommand,
  trigger: client,
  mcp: client,
  doctor: deployment,
  plan: deployment,
  service: deployment,
  completion: async () => (await import('./commands/completion.ts')).addCompletionCommand,
};

/** Help, completions and a misspelt word need them all. */
const selectNouns = (argv: readonly string[]): Set<Load> => {
  if (argv.length === 1 && argv[0] === '--version') return new Set();
  const named = argv.flatMap((word) => (Object.hasOwn(nouns, word) ? (nouns[word] ?? []) : []));
  return new Set(named.length === 1 && named[0] !== nouns['completion'] ? named : Object.values(nouns));
};

/** Commander throws instead of exiting, and `main` prints its errors. */
export const createProgram = async (io: Io, argv: readonly string[], outcome = { exitCode: 0 }): Promise<Command> => {
  const isJson = argv.includes('--json');
  let helpWidth = helpWidthMax;
  const program = new Command(programName)
    .description('Operate and use Switchboard: the running local service or, with --env, a deployed environment.')
    .option('--json', 'Print JSON for scripts; errors too, on stderr.')
    .option('--env <name>', 'Act on this deployed environment instead of the local service.')
    .option('--region <region>', 'AWS region of the environment (default: AWS_REGION).')
    .option('--profile <name>', 'AWS profile for the environment (default: AWS_PROFILE).')
    .version(packageJson.version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Explain a noun or a verb.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // Only the help of an incomplete command comes here.
      writeErr: (text) => void (isJson || io.stderr.write(text)),
      outputError: () => undefined,
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .addHelpText(
      'after',
      exampleHelp(
        'workspace create --name "Acme GmbH" --country DE',
        'key create --workspace <workspace-id> --name "CRM sync" --scopes contacts:read,messages:send',
      ),
    )
    .addHelpText('after', `\nVerbs of a noun: ${programName} help key`);
  const selected = selectNouns(argv);
  if (selected.size > 0) {
    const { createRun, readScreen } = await import('./run.ts');
    helpWidth = Math.min(readScreen(io).width ?? helpWidthMax, helpWidthMax);
    const run = createRun(io, outcome);
    for (const add of await Promise.all([...selected].map((load) => load()))) add(program, run, io);
  }
  program.usage('<noun> <verb> [options]');
  for (const noun of program.commands) {
    if (noun.commands.length === 0) {
      noun.helpGroup('Commands:');
      continue;
    }
    noun.helpGroup('Nouns:').usage('<verb> [options]');
    for (const verb of noun.commands) verb.helpGroup('Verbs:');
  }
  for (const command of listCommands(program)) configure(command);
  return program;
};

const helpWidthMax = 120;

const listCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(listCommands)];

const configure = (command: Command): void => {
  const isVerb = command.commands.length === 0;
  command.helpCommand(false).configureHelp({ showGlobalOptions: isVerb, subcommandTerm: formatTerm });
  for (const option of command.options.filter(({ required }) => required)) acceptOnce(option);
};

const formatTerm = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' ');

/** Commander lets the last value win, which could hide that a script names two workspaces. */
const acceptOnce = (option: Option): void => {
  const { parseArg } = option;
  option.argParser((value, previous) => {
    if (previous !== undefined) throw new InvalidArgumentError('Give the option once.');
    return parseArg ? parseArg(value, previous) : value;
  });
};
