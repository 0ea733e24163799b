import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/**
 * Where alarms are told. CloudWatch cannot use AWS's own key for topics, and the table's key is not for it: hence a key
 * that protects nothing else. The topic names who may publish, because with a policy of its own, as TLS needs one, it
 * has lost the one by which CloudWatch might anyway.
 */
export const addAlarmTopic = (
  scope: Construct,
  { alarmEmail, removalPolicy }: Pick<Settings, 'alarmEmail' | 'removalPolicy'>,
): Topic => {
  const { account } = Stack.of(scope);
  const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
  const masterKey = new Key(scope, 'AlarmKey', {
    description: 'Encrypts the alarms of Switchboard on their way',
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
