import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { addAlarm } from './alarm.ts';
import { apiAlarms } from './api-alarms.ts';
import { backgroundAlarms } from './background-alarms.ts';
import { dataAlarms } from './data-alarms.ts';
import type { MonitoredService } from './metrics.ts';

export const addAlarms = (scope: Construct, service: MonitoredService, topic: ITopic): Map<string, Alarm> => {
  const definitions = [...apiAlarms(scope, service), ...backgroundAlarms(scope, service), ...dataAlarms(service)];
  return new Map(definitions.map((definition) => [definition.id, addAlarm(scope, definition, topic)]));
};
