import { createWriteStream, fchmodSync } from 'node:fs';
import { styleText } from 'node:util';
import type { OnLog } from '../lambda/function-host.ts';

export const createFunctionLog = (path: string, showsAll: boolean): OnLog => {
  const file = createWriteStream(path, { mode: 0o600 });
  // The mode above leaves a file of an earlier run as it was.
  file.on('open', (descriptor) => fchmodSync(descriptor, 0o600));
  // A full disk must not stop the service.
  file.on('error', (error) => process.stderr.write(`Cannot write ${path}: ${error.message}\n`));
  return (functionId, line) => {
    file.write(`${functionId} ${line}\n`);
    if (isError(line)) process.stderr.write(`${styleText('red', functionId, { stream: process.stderr })} ${line}\n`);
    else if (showsAll) process.stdout.write(`${styleText('dim', `${functionId} ${line}`)}\n`);
  };
};

const isError = (line: string): boolean => {
  try {
    const level: unknown = Object(JSON.parse(line)).level;
    return typeof level === 'string' && ['error', 'fatal'].includes(level.toLowerCase());
  } catch {
    return false;
  }
};
