import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environments } from '../../lib/settings.ts';
import { readAssemblyFile } from './fixture/stacks.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-cdk-synth-'));
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const stacks = Object.keys(environments).flatMap((environment) =>
  ['data', 'service'].map((stack) => ({ environment, name: `Switchboard-${environment}-${stack}` })),
);

/** An empty home and no AWS variables, so the command finds neither credentials nor a region. */
const bareEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|CDK)_/.test(name))),
  HOME: folder,
});

describe('npx cdk synth', () => {
  beforeAll(() => {
    execFileSync('npx', ['cdk', 'synth', '--quiet', '--output', folder], { env: bareEnvironment(), stdio: 'pipe' });
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the command needs no credentials and writes the stacks of every environment', () => {
    expect(JSON.parse(read('manifest.json')).artifacts).toMatchObject(
      Object.fromEntries(stacks.map(({ name }) => [name, { type: 'aws:cloudformation:stack' }])),
    );
  });

  it('the template validation runs and reports nothing', () => {
    expect(JSON.parse(read('validation-report.json')).pluginReports).toEqual([]);
  });

  it.each(stacks)('the template of $name is the one that a program synthesizes', ({ environment, name }) => {
    expect(read(`${name}.template.json`)).toBe(readAssemblyFile(environment, `${name}.template.json`));
  });
});
