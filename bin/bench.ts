import { main } from '../tools/bench/main.ts';

await main(process.argv.slice(2));
