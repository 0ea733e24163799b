import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { getSettings } from '../../../lib/settings.ts';
import { listResources, readStacks, synthesizeVariant } from '../fixture/stacks.ts';

const { service } = readStacks('production');
const cloudWatch = { Service: 'cloudwatch.amazonaws.com' };

describe('alarm topic', () => {
  it('there is one topic, without a key that would cost a dollar a month', () => {
    service.resourceCountIs('AWS::SNS::Topic', 1);
    service.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.absent() });
    service.resourceCountIs('AWS::KMS::Key', 0);
  });

  it("CloudWatch may publish this account's alarms, and requests without TLS are denied", () => {
    const publish = { Action: 'sns:Publish', Resource: '<AlarmTopic>' };
    service.hasResourceProperties('AWS::SNS::TopicPolicy', {
      Topics: ['<AlarmTopic>'],
      PolicyDocument: {
        Statement: [
          Match.objectLike({ ...publish, Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({
            ...publish,
            Effect: 'Allow',
            Principal: cloudWatch,
            Condition: { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } },
          }),
        ],
      },
    });
  });

  it('the address in the settings is subscribed, and without one there is no subscription', () => {
    service.resourceCountIs('AWS::SNS::Subscription', 0);
    const variant = synthesizeVariant('preview', { ...getSettings('staging'), alarmEmail: 'ops@example.com' });
    expect(listResources(variant.service, 'AWS::SNS::Subscription').map(({ Properties }) => Properties)).toEqual([
      { Protocol: 'email', TopicArn: '<AlarmTopic>', Endpoint: 'ops@example.com' },
    ]);
  });
});
