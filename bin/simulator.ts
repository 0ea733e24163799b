import { main } from '../tools/simulator/main.ts';

process.exitCode = await main(process.argv.slice(2));
