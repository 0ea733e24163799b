import { main } from '../tools/sdk/main.ts';

process.exitCode = main(process.argv.slice(2));
