import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { deployed } from '../../functions/deployed.ts';
import { createApp } from '../../lib/app.ts';
import { createPipelineApp } from '../../lib/pipeline-stack.ts';
import { environments } from '../../lib/settings.ts';
import { pipeline, testedEnvironments } from './fixture/dashboard-environments.ts';
import type { NagFinding, Synthesis } from './setup.ts';

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

const { assemblyDirs, bundleDir, filesDir, chatDir, nagPath }: Synthesis = workerData;
const apps = Object.entries(testedEnvironments).map(([environment, settings]) => {
  const options = { ...deployed, environments: { [environment]: settings }, validate: false };
  return createApp({ ...options, bundleDir, filesDir, chatDir, outDir: assemblyDirs[environment] ?? '' });
});
for (const app of apps) app.synth();
const pipelineApp = createPipelineApp(environments, pipeline, { validate: false });
// Written last: the tests wait for it.
writeFileSync(nagPath, JSON.stringify([...apps, pipelineApp].flatMap(findNagViolations)));
