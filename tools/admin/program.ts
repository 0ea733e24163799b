import { Command, InvalidArgumentError, type Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { exampleHelp, programName } from './command-text.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addBroadcastCommands } from './commands/broadcast.ts';
import { addChannelCommands } from './commands/channel.ts';
import { addContactCommands } from './commands/contact.ts';
import { addDeliveryCommands } from './commands/delivery.ts';
import { addDeploymentCommands } from './commands/deployment.ts';
import { addIdentityCommands } from './commands/identity.ts';
import { addKeyCommands } from './commands/key.ts';
import { addListenCommand } from './commands/listen.ts';
import { addMaintenanceCommands } from './commands/maintenance.ts';
import { addMemberCommands } from './commands/member.ts';
import { addQueueCommands } from './commands/queue.ts';
import { addSessionCommands } from './commands/session.ts';
import { addTemplateCommands } from './commands/template.ts';
import { addWebhookCommands } from './commands/webhook.ts';
import { addWorkspaceCommands } from './commands/workspace.ts';
import { createRun, type Io, readScreen } from './run.ts';

/** Commander throws instead of exiting, and `main` prints its errors. */
export const createProgram = (io: Io, isJson: boolean): Command => {
  const program = new Command(programName)
    .description('Administer Switchboard: the running local service or, with --env, a deployed environment.')
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
  const helpWidth = Math.min(readScreen(io).width ?? helpWidthMax, helpWidthMax);
  const run = createRun(io);
  addWorkspaceCommands(program, run);
  addMemberCommands(program, run);
  addSessionCommands(program, run);
  addIdentityCommands(program, run);
  addKeyCommands(program, run);
  addChannelCommands(program, run);
  addContactCommands(program, run);
  addTemplateCommands(program, run);
  addBroadcastCommands(program, run);
  addWebhookCommands(program, run);
  addDeliveryCommands(program, run);
  addQueueCommands(program, run);
  addAuditCommands(program, run);
  addMaintenanceCommands(program, run);
  addListenCommand(program, run, isJson);
  addDeploymentCommands(program, io);
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
