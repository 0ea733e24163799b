import { globSync, readFileSync } from 'node:fs';
import { lintWorkflow } from './lint.ts';

export const main = async (): Promise<number> => {
  const paths = globSync(['.github/workflows/*.yml', '.github/actions/*/action.yml']);
  const faults = await Promise.all(paths.map((path) => lintWorkflow(path, readFileSync(path, 'utf8'))));
  for (const fault of faults.flat()) process.stderr.write(`${fault}\n`);
  return faults.flat().length === 0 ? 0 : 1;
};
