import '../tools/require-node.cjs';
import { main } from '../tools/local/npm-start/main.ts';

process.exitCode = await main(process.argv.slice(2));
// Handles that are still open, such as idle sockets, must not keep the process alive.
setTimeout(() => process.exit(), 500).unref();
