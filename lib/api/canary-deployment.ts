import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { BundledFunction } from '../functions/bundled-function.ts';

/** A name for the version in use; whoever calls it need not know when the version changes. */
export const addLiveAlias = (bundledFunction: BundledFunction): Alias =>
  new Alias(bundledFunction, 'Live', { aliasName: 'live', version: bundledFunction.function.currentVersion });

/**
 * Lets a new version have a tenth of the calls for five minutes before it has all of them. If the alarm rings by then,
 * every function goes back to the version before, and so does the whole deployment.
 *
 * For functions behind the API only. In the background nobody answers a caller, so that the alarm would not see a bad
 * version; its messages come again by themselves, or wait as dead letters until the next version can deal with them.
 *
 * A deployment that starts while the alarm rings would be taken back at once, the repair included. For that one there
 * is `cdk deploy --context skipCanary=true`.
 */
export const addCanaryDeployments = (scope: Construct, aliases: readonly Alias[], alarm: IAlarm): void => {
  if (String(scope.node.tryGetContext('skipCanary')) === 'true') return;
  const application = new LambdaApplication(scope, 'Deployments');
  const role = new Role(scope, 'DeploymentRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
  });
  // Otherwise each group would add the same policy to the role that they share.
  const sharedRole = role.withoutPolicyUpdates();
  for (const alias of aliases) {
    new LambdaDeploymentGroup(alias, 'Deployment', {
      application,
      role: sharedRole,
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [alarm],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
  }
};
