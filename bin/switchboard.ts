#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Halves the start-up. Not in the shared temporary folder: this command may run with production credentials.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'admin'));

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** The command of the client's package; in a checkout, it has the operator's commands as well. */
const run = async (args: readonly string[]): Promise<number> => {
  const client = await import('../sdk/src/cli/run.ts');
  if (!client.isClientCommand(args)) return (await import('../tools/admin/main.ts')).main(args);
  const { openTerminal } = await import('../sdk/src/cli/terminal.ts');
  return client.run(args, openTerminal(), async () => (await import('../tools/mcp/tool.ts')).buildTools());
};

process.exitCode = await run(process.argv.slice(2));
