import { main } from '../tools/reference/main.ts';

process.exitCode = main(process.argv.slice(2));
