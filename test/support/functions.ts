import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';

/** Runs a deployed function in a process of its own, which a test can kill. */
export const startFunction = (name: string, event: object, timeoutMs: number): ChildProcess => {
  const { bundleDir, environment } = inject('service');
  const program = resolve('test/support/fixture/run-function.ts');
  const index = join(bundleDir, name, 'index.js');
  return spawn(process.execPath, [program, index, JSON.stringify(event), String(timeoutMs)], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: 'ignore',
  });
};
