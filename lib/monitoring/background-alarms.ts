import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Consumer } from '../../functions/consumers/consumers.ts';
import type { QueueName } from '../../functions/model/queue.ts';
import type { AlarmLine } from './alarm.ts';
import { functionsIn, period, queuesIn, sumOf, type Watched } from './metrics.ts';

/**
 * How long a message may wait. Somebody waits for an answer or an event; nobody for a clean-up. A broadcast that keeps
 * to the pace of its number hides its messages from itself for up to 15 minutes, and that counts as waiting.
 */
const ageSecondsMax: Record<QueueName, number> = {
  processInbound: 120,
  deliverWebhook: 300,
  prepareBroadcast: 900,
  sendBroadcast: 1_800,
  checkBroadcast: 1_800,
  deleteSegmentMembers: 3_600,
};

/** Customers' systems hear of events through the stream, as a rule within a second. */
const changeAgeSecondsMax = 60;

/** What callers do not notice, and so has to be noticed by us. */
export const backgroundAlarms = (scope: Construct, { consumers }: Watched): AlarmLine[] => [
  ...errorAlarms(scope, consumers),
  ...consumers.filter(({ source }) => 'changes' in source).map((each) => streamAlarm(scope, each)),
  ...consumers.flatMap(({ source }) => ('queue' in source ? ageAlarm(scope, source.queue) : [])),
  ...lastAlarms(scope),
];

/** Messages that fail are counted by their queues; here a whole call crashed or took too long. */
const errorAlarms = (scope: Construct, consumers: readonly Consumer[]): AlarmLine[] => {
  const functions = functionsIn(scope);
  const errors = consumers.flatMap(({ name }) => functions.get(name)?.metricErrors({ period }) ?? []);
  if (errors.length === 0) return [];
  return [
    {
      id: 'ConsumerErrors',
      section: 'Consumer errors',
      means: 'A function in the background crashed or ran out of time or memory.',
      doFirst: 'see on the dashboard which one it is, and read the end of its log.',
      metric: sumOf(errors, 'crashed calls'),
      above: 0,
      periods: { breaching: 2, of: 3 },
    },
  ];
};

const streamAlarm = (scope: Construct, { name }: Consumer): AlarmLine => ({
  id: `${name}IteratorAge`,
  section: 'Stream behind',
  means: `${name} reads changes of the table more than ${changeAgeSecondsMax} s late, so that events come late.`,
  doFirst: `read the log of ${name} for level=error: a batch that fails holds up those behind it.`,
  metric: one(functionsIn(scope), name).metric('IteratorAge', { statistic: 'Maximum', period }),
  above: changeAgeSecondsMax * 1000,
  periods: { breaching: 2, of: 2 },
});

const ageAlarm = (scope: Construct, name: QueueName): AlarmLine => ({
  id: `${name}Age`,
  section: 'Old messages',
  means: `A message for ${name} has waited for more than ${ageSecondsMax[name]} s.`,
  doFirst: `see on the dashboard whether ${name} fails, is throttled or has more to do than it can.`,
  metric: one(queuesIn(scope).work, name).metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period }),
  above: ageSecondsMax[name],
  periods: { breaching: 2, of: 2 },
});

/** At one message, because whatever lies there is a bug of ours and somebody's message or event. */
const lastAlarms = (scope: Construct): AlarmLine[] =>
  [...queuesIn(scope).last].map(([name, queue]) => {
    const metric = queue.metricApproximateNumberOfMessagesVisible({
      statistic: 'Maximum',
      period: Duration.minutes(1),
    });
    return name.endsWith('discardedChanges')
      ? { id: name, above: 0, metric, ...discardedChanges(name) }
      : { id: `${name}DeadLetters`, above: 0, metric, ...deadLetters(name) };
  });

const deadLetters = (name: string) => ({
  section: 'Dead letters',
  means: `${name} could not deal with a message, however often it tried.`,
  doFirst: `read the log of ${name} for the cause; once it is repaired: npm run -s admin -- queue redrive ${name}.`,
});

const discardedChanges = (name: string) => ({
  section: 'Changes given up',
  means: 'A change of the table led to nothing: it could not be read, or failed too often.',
  doFirst: `read the message in ${name}; the change itself stays in the stream for 24 hours after it took place.`,
});

const one = <Thing>(things: ReadonlyMap<string, Thing>, name: string): Thing => {
  const found = things.get(name);
  if (found) return found;
  throw new Error(`There is nothing to watch for ${name}.`);
};
