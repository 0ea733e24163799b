#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Halves the start-up. Not in the shared temporary folder: this command may run with production credentials.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'admin'));

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { main } = await import('../tools/admin/main.ts');
process.exitCode = await main(process.argv.slice(2));
