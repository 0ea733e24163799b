import { Stack } from 'aws-cdk-lib';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Grant } from '../../functions/model/grant.ts';
import type { Settings } from '../settings.ts';

const sendsMail = (grants: readonly Grant[]): boolean => grants.includes('mail:send');

export const mailEnvironment = (
  scope: Construct,
  grants: readonly Grant[],
  { email, dashboard, webChat }: Settings,
): Record<string, string> =>
  email && sendsMail(grants)
    ? {
        MAIL_SENDER: email.sender,
        MAIL_CONFIGURATION_SET: configurationSetName(scope),
        ...(webChat ? { CHAT_URL: webChat.domain ? `https://${webChat.domain.name}` : (webChat.url ?? '') } : {}),
        DASHBOARD_URL: dashboard?.domain ? `https://${dashboard.domain.name}` : (email.dashboardUrl ?? ''),
      }
    : {};

/**
 * SES checks the configuration set and the identity that it finds first, which is the sender's address or its domain. In
 * the sandbox it also checks the recipient's. The condition restricts the sender in any case.
 */
export const mailStatements = (scope: Construct, grants: readonly Grant[], { email }: Settings): PolicyStatement[] => {
  if (!email || !sendsMail(grants)) return [];
  const toArn = (resource: string, resourceName: string): string =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName });
  return [
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [toArn('identity', '*'), toArn('configuration-set', configurationSetName(scope))],
      conditions: { StringEquals: { 'ses:FromAddress': email.sender } },
    }),
  ];
};

const configurationSetName = (scope: Construct): string => Stack.of(scope).stackName;

/**
 * Bounces and complaints become jobs. Addresses that come back are turned off by us, where members see it and can turn
 * them on, so the list of the account, which nobody sees, stays out of it.
 */
export const addMailReports = (scope: Construct, queue: IQueue): void => {
  const { account, partition, region } = Stack.of(scope);
  const name = configurationSetName(scope);
  const configurationSet = new CfnConfigurationSet(scope, 'MailConfigurationSet', {
    name,
    suppressionOptions: { suppressedReasons: [] },
    deliveryOptions: { tlsPolicy: 'REQUIRE' },
  });
  new CfnConfigurationSetEventDestination(scope, 'MailReports', {
    configurationSetName: configurationSet.ref,
    eventDestination: {
      enabled: true,
      matchingEventTypes: ['bounce', 'complaint'],
      eventBridgeDestination: { eventBusArn: `arn:${partition}:events:${region}:${account}:event-bus/default` },
    },
  });
  const rule = new CfnRule(scope, 'MailReportRule', {
    eventPattern: {
      source: ['aws.ses'],
      'detail-type': ['Email Bounced', 'Email Complaint Received'],
      detail: { mail: { tags: { 'ses:configuration-set': [name] } } },
    },
    targets: [
      {
        id: 'runMaintenance',
        arn: queue.queueArn,
        inputTransformer: {
          inputPathsMap: { detail: '$.detail' },
          inputTemplate: '{"task":"mail_report","detail":<detail>}',
        },
      },
    ],
  });
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
    }),
  );
};
