import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { environments, getSettings } from '../../../lib/settings.ts';
import { listResources, readStacks, synthesizeVariant } from '../fixture/stacks.ts';

const pattern = '[id, status = 5*, type != "-" && type != "THROTTLED" && type != "QUOTA_EXCEEDED"]';

describe.each(Object.entries(environments))('access log of %s', (environment, { logRetention }) => {
  const { service } = readStacks(environment);

  it('every request leaves the request id that the gateway answers with, its status and its error', () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', {
      AccessLogSetting: {
        DestinationArn: 'arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:<AccessLog>',
        Format: '$context.extendedRequestId $context.status $context.error.responseType',
      },
    });
    expect(listResources(service, 'AWS::Logs::LogGroup').find(({ id }) => id === 'AccessLog')).toMatchObject({
      Properties: { RetentionInDays: logRetention },
    });
  });

  it("failures that the gateway answers are counted, but no throttled request and no function's answer", () => {
    service.hasResourceProperties('AWS::Logs::MetricFilter', {
      LogGroupName: '<AccessLog>',
      FilterPattern: pattern,
      MetricTransformations: [
        { MetricNamespace: `Switchboard/${environment}`, MetricName: 'FailedRequests', MetricValue: '1' },
      ],
    });
  });

  it('the role for the logs of the gateway outlives the stack, because other APIs use it', () => {
    service.hasResource('AWS::ApiGateway::Account', {
      DeletionPolicy: 'Retain',
      Properties: { CloudWatchRoleArn: '<ApiCloudWatchRole.Arn>' },
    });
    expect(listResources(service, 'AWS::IAM::Role').find(({ id }) => id === 'ApiCloudWatchRole')).toMatchObject({
      DeletionPolicy: 'Retain',
    });
    service.hasResource('AWS::ApiGateway::Stage', {
      DependsOn: Match.arrayWith([Match.stringLikeRegexp('^ApiAccount')]),
    });
  });
});

it('an account whose gateway has a log role keeps it', () => {
  const { service } = synthesizeVariant('preview', { ...getSettings('staging'), gatewayLogRole: 'existing' });
  service.resourceCountIs('AWS::ApiGateway::Account', 0);
  service.hasResourceProperties('AWS::ApiGateway::Stage', { AccessLogSetting: Match.anyValue() });
});
