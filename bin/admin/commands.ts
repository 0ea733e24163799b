import type { Command } from './command.ts';
import { keyCreate } from './commands/key-create.ts';
import { keyImport } from './commands/key-import.ts';
import { keyList } from './commands/key-list.ts';
import { keyRevoke } from './commands/key-revoke.ts';
import { workspaceCreate } from './commands/workspace-create.ts';
import { workspaceGet } from './commands/workspace-get.ts';
import { workspaceUpdate } from './commands/workspace-update.ts';

/** Every command, in the order of help. */
export const commands: readonly Command[] = [
  workspaceCreate,
  workspaceGet,
  workspaceUpdate,
  keyCreate,
  keyImport,
  keyList,
  keyRevoke,
];
