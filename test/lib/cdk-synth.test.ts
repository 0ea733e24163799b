import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from '../../lib/app.ts';
import { environments } from '../../lib/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-cdk-'));
const byCommand = join(folder, 'command');
const byProgram = join(folder, 'program');

/** An empty home and no AWS variable: neither credentials nor a region can come from anywhere. */
const bareEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|CDK)_/.test(name))),
  HOME: folder,
});

const read = (assembly: string, file: string): string => readFileSync(join(assembly, file), 'utf8');

describe('npx cdk synth', () => {
  beforeAll(() => {
    execFileSync('npx', ['cdk', 'synth', '--quiet', '--output', byCommand], { env: bareEnvironment(), stdio: 'pipe' });
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('needs no credentials and writes every environment, with nothing for the template validation to say', () => {
    const stacks = Object.keys(environments).flatMap((name) => [
      `Switchboard-${name}-data`,
      `Switchboard-${name}-service`,
    ]);
    expect(JSON.parse(read(byCommand, 'manifest.json')).artifacts).toMatchObject(
      Object.fromEntries(stacks.map((stack) => [stack, { type: 'aws:cloudformation:stack' }])),
    );
    // The report exists only where the validation ran.
    expect(JSON.parse(read(byCommand, 'validation-report.json')).pluginReports).toEqual([]);
  });

  it.each(Object.keys(environments))(
    'deploys for %s what a program synthesizes',
    async (environment) => {
      await synthesize(environment, byProgram);
      for (const stack of ['data', 'service']) {
        const file = `Switchboard-${environment}-${stack}.template.json`;
        expect(read(byProgram, file)).toBe(read(byCommand, file));
      }
    },
    180_000,
  );
});
