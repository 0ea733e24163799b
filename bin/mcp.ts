import { main } from '../tools/mcp/main.ts';

process.exitCode = await main(process.env);
