import type { Command } from 'commander';
import type { Run } from '../run.ts';
import { addContactDataVerbs } from './contact-data.ts';

export const addContactCommands = (program: Command, run: Run): void => {
  const contact = program.command('contact').description('Contacts of a workspace: export or erase a person.');
  addContactDataVerbs(contact, run);
};
