import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { period } from './metrics.ts';

export interface AlarmDefinition {
  id: string;
  /** A heading below "Alarms" in docs/operations.md. */
  section: string;
  meaning: string;
  firstStep: string;
  metric: IMetric;
  threshold: number;
  periods?: { breaching: number; of: number };
  isEssential?: boolean;
}

export const addAlarm = (scope: Construct, definition: AlarmDefinition, topic: ITopic): Alarm => {
  const { id, metric, threshold, periods = { breaching: 1, of: 1 } } = definition;
  const alarm = new Alarm(scope, `${id}Alarm`, {
    alarmDescription: describeAlarm(definition),
    metric,
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: periods.of,
    datapointsToAlarm: periods.breaching,
    // Every metric counts failures or waiting, and has no data points while the service is idle.
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
};

/** A send waits for the channel, so a few seconds are normal. */
const latencyMsMax = 5_000;

/**
 * Watches the function and not the gateway, where readers of feeds wait on purpose. It takes p90 in three periods,
 * because CloudWatch also judges a few calls, and a single slow one among them says nothing.
 */
export const latencyAlarm = (
  name: string,
  lambda: IFunction,
  texts: Pick<AlarmDefinition, 'section' | 'firstStep'>,
): AlarmDefinition => ({
  id: `${name}Latency`,
  meaning: `The p90 duration of the function ${name} has been above ${latencyMsMax / 1_000} s for 15 minutes.`,
  ...texts,
  metric: lambda.metricDuration({ statistic: 'p90', period }),
  threshold: latencyMsMax,
  periods: { breaching: 3, of: 3 },
});

const describeAlarm = ({ section, meaning, firstStep }: AlarmDefinition): string =>
  `${meaning} First step: ${firstStep} Runbook: docs/operations.md, "Alarms", "${section}".`;
