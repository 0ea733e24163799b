import { describe, expect, it } from 'vitest';
import { type Alarm, listAlarms } from '../fixture/alarms.ts';
import { dashboardEnvironmentNames } from '../fixture/dashboard-environments.ts';
import { listIds, listResources, readDashboardStacks } from '../fixture/stacks.ts';

const functionNames = ['signIn', 'dashboard', 'dashboardChannels'];

describe.each(dashboardEnvironmentNames)('monitoring of the dashboard of %s', (environment) => {
  const { dashboard } = readDashboardStacks(environment);
  const alarms = listAlarms(dashboard);
  const getAlarm = (id: string): Alarm | undefined => alarms.find((alarm) => alarm.id === `${id}Alarm`);

  it('alarms watch failed requests, crashes, slow functions and rejected sign-ins', () => {
    const namespace = `Switchboard/${environment}/dashboard`;
    const toLambdaMetric = (name: string) => (functionName: string) => ({
      namespace: 'AWS/Lambda',
      name,
      dimensions: { FunctionName: `<${functionName}Function>` },
    });
    for (const name of functionNames)
      expect(getAlarm(`${name}Latency`)?.watched).toEqual([toLambdaMetric('Duration')(name)]);
    expect(getAlarm('DashboardErrors')?.watched).toEqual([
      { namespace, name: 'FailedRequests', dimensions: {} },
      ...functionNames.map(toLambdaMetric('Errors')),
    ]);
    expect(getAlarm('SignInFailures')?.watched).toEqual([{ namespace, name: 'RejectedSignIns', dimensions: {} }]);
    expect(alarms).toHaveLength(5);
  });

  it('every alarm notifies the topic of the service and names its section of the manual', () => {
    dashboard.allResourcesProperties('AWS::CloudWatch::Alarm', {
      AlarmActions: ['<AlarmTopic>'],
      OKActions: ['<AlarmTopic>'],
      TreatMissingData: 'notBreaching',
    });
    for (const { AlarmDescription } of alarms)
      expect(AlarmDescription).toMatch(
        /^[A-Z].*\. First step: .*\. Runbook: docs\/operations\.md, "Alarms", "[^"]+"\.$/,
      );
  });

  if (environment === 'full')
    it('the CloudWatch board shows every alarm and every function', () => {
      const [body] = listResources(dashboard, 'AWS::CloudWatch::Dashboard').map(
        ({ Properties }) => Properties.DashboardBody,
      );
      for (const id of listIds(dashboard, 'AWS::CloudWatch::Alarm')) expect(body).toContain(`<${id}.Arn>`);
      for (const name of functionNames) expect(body).toContain(`<${name}Function>`);
    });
});
