import { main } from '../tools/smoke/checks.ts';

process.exitCode = await main(process.argv.slice(2));
