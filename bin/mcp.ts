import { run } from '../sdk/src/cli/run.ts';
import { buildTools } from '../tools/mcp/tool.ts';

const terminal = {
  env: process.env,
  print: (line: string) => void process.stdout.write(`${line}\n`),
  printError: (line: string) => void process.stderr.write(`${line}\n`),
  signal: new AbortController().signal,
};

process.exitCode = await run(['mcp', ...process.argv.slice(2)], terminal, buildTools);
