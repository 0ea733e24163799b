import { Argument, type Command } from 'commander';
import { commands } from '../../../sdk/src/cli/run.ts';
import { usageError } from '../admin-error.ts';
import { programName } from '../command-text.ts';

/** Shows the commands of the client's package in help and completions; `bin/switchboard.ts` runs them. */
export const addClientCommands = (program: Command): void => {
  for (const [name, { argument, summary, choices = [], options }] of Object.entries(commands)) {
    if (name === 'listen') continue;
    const command = program.command(name).description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
    if (argument) command.addArgument(new Argument(argument).choices(choices));
    for (const [option, { type }] of Object.entries(options))
      command.option(`--${option}${type === 'string' ? ' <value>' : ''}`);
    command.action(() => {
      throw usageError(`Begin with the command: ${programName} ${name} …`);
    });
  }
};
