import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { AlarmDefinition } from './alarm.ts';
import { apiAlarms } from './api-alarms.ts';
import { backgroundAlarms } from './background-alarms.ts';
import { dataAlarms } from './data-alarms.ts';
import type { MonitoredService } from './metrics.ts';

/** Adds every alarm; they tell the topic when they ring and when it is over. By id. */
export const addAlarms = (scope: Construct, service: MonitoredService, topic: ITopic): Map<string, Alarm> => {
  const definitions = [...apiAlarms(scope, service), ...backgroundAlarms(scope, service), ...dataAlarms(service)];
  return new Map(definitions.map((definition) => [definition.id, addAlarm(scope, definition, topic)]));
};

const addAlarm = (scope: Construct, definition: AlarmDefinition, topic: ITopic): Alarm => {
  const { id, metric, threshold, periods = { breaching: 1, of: 1 } } = definition;
  const alarm = new Alarm(scope, `${id}Alarm`, {
    alarmDescription: describeAlarm(definition),
    metric,
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: periods.of,
    datapointsToAlarm: periods.breaching,
    // All of these count what goes wrong or waits: where nothing happens, there is no value and nothing is wrong.
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...(definition.needsManySamples ? { evaluateLowSampleCountPercentile: 'ignore' } : {}),
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
};

const describeAlarm = ({ section, meaning, firstStep }: AlarmDefinition): string =>
  `${meaning} First: ${firstStep} More in docs/operations.md, "Alarms", "${section}".`;
