import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { addAlarm } from './alarm.ts';
import { apiAlarms } from './api-alarms.ts';
import { backgroundAlarms } from './background-alarms.ts';
import { dataAlarms } from './data-alarms.ts';
import type { MonitoredService } from './metrics.ts';

export const addAlarms = (
  scope: Construct,
  service: MonitoredService,
  topic: ITopic,
  { monitoring }: Pick<Settings, 'monitoring'>,
): Map<string, Alarm> => {
  const definitions = [...apiAlarms(service, monitoring), ...backgroundAlarms(scope, service), ...dataAlarms(service)];
  const selected = definitions.filter(({ isEssential }) => isEssential || monitoring === 'full');
  return new Map(selected.map((definition) => [definition.id, addAlarm(scope, definition, topic)]));
};
