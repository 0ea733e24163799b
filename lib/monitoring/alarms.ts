import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { AlarmLine } from './alarm.ts';
import { apiAlarms } from './api-alarms.ts';
import { backgroundAlarms } from './background-alarms.ts';
import { dataAlarms } from './data-alarms.ts';
import type { Watched } from './metrics.ts';

/** Adds every alarm; they tell the topic when they ring and when it is over. By id. */
export const addAlarms = (scope: Construct, watched: Watched, topic: ITopic): Map<string, Alarm> => {
  const lines = [...apiAlarms(scope, watched), ...backgroundAlarms(scope, watched), ...dataAlarms(watched)];
  return new Map(lines.map((line) => [line.id, addAlarm(scope, line, topic)]));
};

const addAlarm = (scope: Construct, line: AlarmLine, topic: ITopic): Alarm => {
  const { id, metric, above, periods = { breaching: 1, of: 1 } } = line;
  const alarm = new Alarm(scope, `${id}Alarm`, {
    alarmDescription: describe(line),
    metric,
    threshold: above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: periods.of,
    datapointsToAlarm: periods.breaching,
    // All of these count what goes wrong or waits: where nothing happens, there is no value and nothing is wrong.
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...(line.needsManySamples ? { evaluateLowSampleCountPercentile: 'ignore' } : {}),
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
};

const describe = ({ section, means, doFirst }: AlarmLine): string =>
  `${means} First: ${doFirst} More in docs/operations.md, "Alarms", "${section}".`;
