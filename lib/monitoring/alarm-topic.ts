import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/**
 * The topic that every alarm notifies. It needs its own key, because CloudWatch cannot use the AWS managed key of SNS and
 * must not use the table's. It also needs to allow CloudWatch to publish, because the policy that enforces TLS replaces
 * the default one.
 */
export const addAlarmTopic = (
  scope: Construct,
  { alarmEmail, removalPolicy }: Pick<Settings, 'alarmEmail' | 'removalPolicy'>,
): Topic => {
  const { account } = Stack.of(scope);
  const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
  const masterKey = new Key(scope, 'AlarmKey', {
    description: 'Encrypts Switchboard alarm notifications',
    enableKeyRotation: true,
    removalPolicy,
  });
  masterKey.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  const topic = new Topic(scope, 'AlarmTopic', { displayName: 'Switchboard alarms', masterKey, enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  );
  if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
};
