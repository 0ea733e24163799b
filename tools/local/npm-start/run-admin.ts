import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type * as z from 'zod';
import { LocalError } from '../local-error.ts';

/** Runs the admin command line as an operator would, so the set-up uses no private path. */
export const runAdmin = async <Schema extends z.ZodType>(
  localDir: string,
  command: string[],
  schema: Schema,
): Promise<z.infer<Schema>> => {
  const program = resolve(import.meta.dirname, '../../../bin/admin.ts');
  const env = { ...process.env, LOCAL_DIR: localDir };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...command, '--json'], { env });
    return schema.parse(JSON.parse(stdout));
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    const name = command.join(' ').replace(/ -.*/, '');
    throw new LocalError(`The local service could not be set up: "${name}" failed. ${reason}`);
  }
};
