import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { deployed } from '../../functions/deployed.ts';
import { createApp } from '../../lib/app.ts';
import { createPipelineApp } from '../../lib/pipeline-stack.ts';
import { getSettings, type Settings } from '../../lib/settings.ts';
import { readAssembly } from '../../tools/local/template/assembly.ts';
import { dashboardEnvironments, pipeline } from './fixture/dashboard-environments.ts';

const account = '111122223333';
const region = 'eu-central-1';

/** Every stack and every optional part that the settings can switch on. */
const switchEverythingOn = (settings: Settings): Settings => ({
  ...settings,
  account,
  region,
  secondRegion: 'eu-west-1',
  alarmEmail: 'ops@example.com',
  email: { sender: 'switchboard@example.com', dashboardUrl: 'https://dashboard.example.com' },
  customDomain: {
    domainName: 'api.example.com',
    certificateArn: `arn:aws:acm:${region}:${account}:certificate/1`,
  },
  dashboard: dashboardEnvironments.full.dashboard,
  webChat: dashboardEnvironments.full.webChat,
});

/** Returns the folders of two assemblies: all stacks of an environment, and those of the pipeline. */
const synthesizeEverything = (folder: string): { assemblyDir: string; pipelineDir: string } => {
  const everything = { production: switchEverythingOn(getSettings('production')) };
  const { bundleDir, filesDir, chatDir } = inject('cdk');
  const built = { ...deployed, bundleDir, filesDir, chatDir };
  const options = { ...built, environments: everything, outDir: join(folder, 'app'), validate: true };
  return {
    assemblyDir: createApp(options).synth().directory,
    pipelineDir: createPipelineApp(everything, pipeline, { outDir: join(folder, 'pipeline'), validate: true }).synth()
      .directory,
  };
};

const folder = mkdtempSync(join(tmpdir(), 'switchboard-everything-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { assemblyDir, pipelineDir } = synthesizeEverything(folder);
const stacks = [assemblyDir, pipelineDir].flatMap((dir) =>
  readAssembly(dir).map(({ name }) => ({ name, text: readFileSync(join(dir, `${name}.template.json`), 'utf8') })),
);

describe('stacks with every option on', () => {
  it('the environment has its six stacks, and the pipeline has two', () => {
    const expected = [
      'production-copies',
      'production-data',
      'production-service',
      'production-edge',
      'production-chat',
    ].concat(...['production-dashboard', 'pipeline-issuer', 'pipeline-production']);
    expect(stacks.map(({ name }) => name).sort()).toEqual(expected.map((name) => `Switchboard-${name}`).sort());
  });

  it('the rules of CloudFormation find no fault in any template', () => {
    const { pluginReports } = JSON.parse(readFileSync(join(assemblyDir, 'validation-report.json'), 'utf8'));
    expect(pluginReports).toEqual([]);
  });

  it.each(stacks)('no resources of $name wait for each other', ({ text }) => {
    expect(() => Template.fromJSON(JSON.parse(text))).not.toThrow();
  });
});
