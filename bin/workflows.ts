import { main } from '../tools/workflows/main.ts';

process.exitCode = await main();
