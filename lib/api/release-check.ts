import { join } from 'node:path';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { BundledFunction } from '../functions/bundled-function.ts';
import { memoryMbOf } from '../functions/memory.ts';
import type { Settings } from '../settings.ts';

export const releaseCheck = { name: 'checkRelease', entry: 'functions/consumers/check-release.ts' };

export interface ReleaseCheckProps {
  logGroup: ILogGroup;
  bundleDir: string;
  settings: Settings;
  metricsNamespace: string;
}

/**
 * Calls the functions without a version: it then runs after all of them are updated, so that is the code of the versions
 * that wait for traffic, and its rights stay the same with every release.
 */
export const addReleaseCheck = (
  scope: Construct,
  aliases: readonly Alias[],
  { applicationName }: LambdaApplication,
  { logGroup, bundleDir, settings, metricsNamespace }: ReleaseCheckProps,
): IFunction => {
  const sentinels = aliases.map(({ lambda }) => lambda);
  const deploymentGroups = Stack.of(scope).formatArn({
    service: 'codedeploy',
    resource: 'deploymentgroup',
    resourceName: `${applicationName}/*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return new BundledFunction(scope, releaseCheck.name, {
    bundleDir: join(bundleDir, releaseCheck.name),
    memoryMb: memoryMbOf(releaseCheck.name, settings),
    timeoutSeconds: 60,
    environment: { SENTINELS: sentinels.map(({ functionName }) => functionName).join(',') },
    statements: [
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: sentinels.map(({ functionArn }) => functionArn),
      }),
      new PolicyStatement({
        actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
        resources: [deploymentGroups],
      }),
    ],
    logGroup,
    metricsNamespace,
    settings,
  }).function;
};
