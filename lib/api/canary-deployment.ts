import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type CfnAlias, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { BundledFunction } from '../functions/bundled-function.ts';
import { addReleaseCheck, type ReleaseCheckProps } from './release-check.ts';

export const addLiveAlias = (bundledFunction: BundledFunction): Alias =>
  new Alias(bundledFunction, 'Live', { aliasName: 'live', version: bundledFunction.function.currentVersion });

/**
 * A new version is checked, then gets 10% of the requests for five minutes. If an alarm fires in that time, CodeDeploy rolls back the
 * aliases and CloudFormation the whole deployment. Few aliases: each needs three resources, and Lambda and CodeDeploy
 * throttle a deployment that shifts many.
 *
 * While an alarm is firing, every deployment rolls back at once, the fix included: deploy that one with
 * `cdk deploy --context skipCanary=true`.
 */
export const addCanaryDeployments = (
  scope: Construct,
  aliases: readonly Alias[],
  alarms: readonly IAlarm[],
  checkProps?: ReleaseCheckProps,
): void => {
  if (String(scope.node.tryGetContext('skipCanary')) === 'true') return;
  const application = new LambdaApplication(scope, 'Deployments');
  const check = checkProps && addReleaseCheck(scope, aliases, application, checkProps);
  const role = new Role(scope, 'DeploymentRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
    ...(check && { inlinePolicies: { Check: new PolicyDocument({ statements: [invokeStatement(check)] }) } }),
  });
  // Otherwise each deployment group would add the same policy to the shared role.
  const sharedRole = role.withoutPolicyUpdates();
  for (const alias of aliases) {
    new LambdaDeploymentGroup(alias, 'Deployment', {
      application,
      role: sharedRole,
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [...alarms],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
    // `preHook` would give the check another policy for each group.
    if (check) (alias.node.defaultChild as CfnAlias).addOverride(hookProperty, check.functionName);
  }
};

const hookProperty = 'UpdatePolicy.CodeDeployLambdaAliasUpdate.BeforeAllowTrafficHook';

const invokeStatement = ({ functionArn }: IFunction): PolicyStatement =>
  new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] });
