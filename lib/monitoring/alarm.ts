import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface AlarmDefinition {
  id: string;
  /** A heading below "Alarms" in docs/operations.md. */
  section: string;
  meaning: string;
  firstStep: string;
  metric: IMetric;
  threshold: number;
  periods?: { breaching: number; of: number };
  /** A percentile of a few requests is just the slowest of them. */
  needsManySamples?: boolean;
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
    ...(definition.needsManySamples ? { evaluateLowSampleCountPercentile: 'ignore' } : {}),
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
};

const describeAlarm = ({ section, meaning, firstStep }: AlarmDefinition): string =>
  `${meaning} First step: ${firstStep} Runbook: docs/operations.md, "Alarms", "${section}".`;
