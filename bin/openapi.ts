import { main } from '../tools/openapi/main.ts';

process.exitCode = main(process.argv.slice(2));
