import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endpoints } from '../../functions/api/endpoints.ts';
import { describeApi } from './document.ts';

const help = `Writes the OpenAPI 3.1 description of the API, generated from the endpoint table.

  npm run openapi             writes functions/api/openapi/openapi.json, which GET /v1/openapi.json serves
  npm run openapi -- --check  writes nothing; fails if the committed file differs from the endpoint table
`;

const file = new URL('../../functions/api/openapi/openapi.json', import.meta.url);

export const main = (args: string[]): number => {
  const { values } = parseArgs({ args, options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const text = `${JSON.stringify(describeApi(endpoints), null, 2)}\n`;
  return values.check ? check(text) : write(text);
};

const write = (text: string): number => {
  writeFileSync(file, text);
  process.stdout.write(`Wrote ${endpoints.length} operations to functions/api/openapi/openapi.json.\n`);
  return 0;
};

const check = (text: string): number => {
  if (readFileSync(file, 'utf8') === text) {
    process.stdout.write(`The OpenAPI file describes all ${endpoints.length} operations.\n`);
    return 0;
  }
  process.stderr.write('The OpenAPI file differs from the endpoint table: run npm run openapi and commit the file.\n');
  return 1;
};
