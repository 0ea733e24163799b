import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { BundledFunction } from '../functions/bundled-function.ts';

export const addLiveAlias = (bundledFunction: BundledFunction): Alias =>
  new Alias(bundledFunction, 'Live', { aliasName: 'live', version: bundledFunction.function.currentVersion });

/**
 * A new version gets 10% of the requests for five minutes. If the alarm fires in that time, CodeDeploy rolls back the
 * aliases and CloudFormation the whole deployment. Few aliases: each needs three resources, and Lambda and CodeDeploy
 * throttle a deployment that shifts many.
 *
 * While the alarm is firing, every deployment rolls back at once, the fix included: deploy that one with
 * `cdk deploy --context skipCanary=true`.
 */
export const addCanaryDeployments = (scope: Construct, aliases: readonly Alias[], alarm: IAlarm): void => {
  if (String(scope.node.tryGetContext('skipCanary')) === 'true') return;
  const application = new LambdaApplication(scope, 'Deployments');
  const role = new Role(scope, 'DeploymentRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
  });
  // Otherwise each deployment group would add the same policy to the shared role.
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
