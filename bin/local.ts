import '../tools/require-node.cjs';
import { main } from '../tools/local/npm-start/main.ts';

process.exitCode = await main(process.argv.slice(2));
// Whatever might still be open then is not worth waiting for.
setTimeout(() => process.exit(), 500).unref();
