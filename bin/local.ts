import '../tools/require-node.cjs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Saves half a second of every start but the first.
enableCompileCache(join(import.meta.dirname, '..', '.local', 'cache', 'compiled'));

const { main } = await import('../tools/local/npm-start/main.ts');
process.exitCode = await main(process.argv.slice(2));
// Handles that are still open, such as idle sockets, must not keep the process alive.
setTimeout(() => process.exit(), 500).unref();
