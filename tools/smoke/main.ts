import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkDeployment, readDeployment } from './checks.ts';

const help = `Calls a deployed environment without credentials and checks its responses.

  npm run -s smoke -- --env staging --outputs outputs.json

"npx cdk deploy --outputs-file outputs.json" writes the file.
`;

export const main = async (args: string[]): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: { env: { type: 'string' }, outputs: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help || values.env === undefined || values.outputs === undefined) {
    process.stdout.write(help);
    return values.help ? 0 : 1;
  }
  const results = await checkDeployment(readDeployment(readFileSync(values.outputs, 'utf8'), values.env));
  for (const { name, fault } of results)
    process.stdout.write(fault === undefined ? `passed  ${name}\n` : `FAILED  ${name}: ${fault}\n`);
  return results.every(({ fault }) => fault === undefined) ? 0 : 1;
};
