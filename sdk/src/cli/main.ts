#!/usr/bin/env node
import { run } from './run.ts';

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    // Someone who presses Ctrl-C twice does not want to wait for the service.
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  signal: ending.signal,
});
