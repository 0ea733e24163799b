import { main } from '../tools/smoke/main.ts';

process.exitCode = await main(process.argv.slice(2));
