import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { TestProject } from 'vitest/node';
import { deployed } from '../../functions/deployed.ts';
import { bundleFunctions, createApp } from '../../lib/app.ts';
import { buildDashboard } from '../../lib/dashboard/build.ts';
import { createPipelineApp } from '../../lib/pipeline-stack.ts';
import { environments } from '../../lib/settings.ts';
import { dashboardEnvironments, pipeline, variants } from './fixture/dashboard-environments.ts';

export interface NagFinding {
  rule: string;
  path: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cdk: { bundleDir: string; filesDir: string; assemblyDirs: Record<string, string>; nagFindings: NagFinding[] };
  }
}

/** Bundles the functions and synthesizes every environment, once for all stack tests. */
export const setup = async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-cdk-'));
  const [bundleDir, filesDir] = await Promise.all([bundleFunctions(deployed), buildDashboard()]);
  const apps = Object.entries({ ...environments, ...dashboardEnvironments, ...variants }).map(
    ([environment, settings]) => {
      const outDir = join(folder, environment);
      const options = { ...deployed, environments: { [environment]: settings }, validate: false };
      return { environment, app: createApp({ ...options, bundleDir, filesDir, outDir }) };
    },
  );
  project.provide('cdk', {
    bundleDir,
    filesDir,
    assemblyDirs: Object.fromEntries(apps.map(({ environment, app }) => [environment, app.synth().directory])),
    nagFindings: [
      ...apps.map(({ app }) => app),
      createPipelineApp(environments, pipeline, { validate: false }),
    ].flatMap(findNagViolations),
  });
  return () => rmSync(folder, { recursive: true, force: true });
};

const findNagViolations = (app: App): NagFinding[] =>
  new AwsSolutionsChecks(app).validateScope(app).violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => ({
      rule: toSharedRule(ruleName),
      path: constructPath ?? 'unknown',
    })),
  );

/** Some name a resource with the stack that exports it, or with its region: both depend on the environment. */
const toSharedRule = (rule: string): string =>
  rule
    .replace(/Switchboard-\w+-data:/, 'data:')
    .replace(/arn:aws:(\w+):[\w-]+:/, 'arn:<AWS::Partition>:$1:<AWS::Region>:');
