import { expect, it } from 'vitest';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { dashboardFunctions } from '../../../functions/dashboard/functions.ts';
import { listAlarms } from '../fixture/alarms.ts';
import { concerns, isRinging, type Samples } from '../fixture/evaluate-alarm.ts';
import { readDashboardStacks, readStacks } from '../fixture/stacks.ts';

const times = (count: number, value = 1): number[] => Array(count).fill(value);

/** One slow call in twenty, while readers of feeds wait for 20 seconds each. */
const mostlyFast = [...times(19, 300), 20_000];
const slow = times(20, 6_000);
const longPolls = {
  Latency: Array(3).fill(times(2_000, 20_000)),
  'Duration listFeedEvents': Array(3).fill(times(2_000, 20_000)),
};

interface Case {
  rings: Samples;
  quiet: Samples;
}

const deadLetters: Case = {
  rings: { ApproximateNumberOfMessagesVisible: [[1]] },
  quiet: { ApproximateNumberOfMessagesVisible: [[0]] },
};

const latency = (name: string): Record<string, Case> => ({
  [`${name}Latency`]: {
    rings: { [`Duration ${name}`]: [slow, slow, slow] },
    quiet: { [`Duration ${name}`]: [slow, slow, mostlyFast], ...longPolls },
  },
});

const backlog = (name: string): Record<string, Case> => ({
  [`${name}QueueBacklog`]: {
    rings: { [`ApproximateAgeOfOldestMessage ${name}`]: [[3_601], [3_601]] },
    quiet: { [`ApproximateAgeOfOldestMessage ${name}`]: [[3_601], [60]] },
  },
  [`${name}DeadLetters`]: deadLetters,
});

const queues = consumers.flatMap(({ source }) => ('queue' in source ? [source.queue] : []));
const join = (cases: Record<string, Case>[]): Record<string, Case> => Object.assign({}, ...cases);

/** Samples with which each alarm rings, and with which it does not. */
const service: Record<string, Case> = {
  ApiErrors: { rings: { FailedRequests: [times(3)] }, quiet: { FailedRequests: [times(2), times(2)] } },
  ReleaseErrors: {
    rings: { FailedRequests: [times(3)], FailingWorkspace: [[7, 8, 8]], Count: [times(1_000)] },
    quiet: { FailedRequests: [times(2)], FailingWorkspace: [[7, 8]], Count: [times(2)] },
  },
  ...join(['getMe', 'sendMessage', 'listConversations', 'createContact', 'receiveMsgapp'].map(latency)),
  Throttles: { rings: { Throttles: [[1], [], [1]] }, quiet: { Throttles: [[9], [], []] } },
  indexWordsStreamLag: {
    rings: { 'IteratorAge indexWords': [[61_000], [61_000]] },
    quiet: { 'IteratorAge indexWords': [[61_000], [500]] },
  },
  countReportsStreamLag: {
    rings: { 'IteratorAge countReports': [[361_000], [361_000]] },
    quiet: { 'IteratorAge countReports': [[361_000], [300_000]] },
  },
  ConsumerErrors: { rings: { 'Errors copyMedia': [[1], [1]] }, quiet: { 'Errors copyMedia': [[9], [0]] } },
  dispatchChangesStreamLag: {
    rings: { IteratorAge: [[61_000], [5, 61_000]] },
    quiet: { IteratorAge: [[61_000], [5]] },
  },
  ...join(queues.map(backlog)),
  processInboundWaiting: {
    rings: { 'ApproximateNumberOfMessagesVisible processInbound': [[501, 900]] },
    quiet: { 'ApproximateNumberOfMessagesVisible processInbound': [[900, 20, 900]] },
  },
  discardedChanges: deadLetters,
  TableSystemErrors: { rings: { 'SystemErrors Query': [times(11)] }, quiet: { 'SystemErrors Query': [times(10)] } },
  TableThrottles: {
    rings: { 'WriteThrottleEvents inbox': [times(11)] },
    quiet: { 'WriteThrottleEvents inbox': [times(10)] },
  },
  KmsFailures: { rings: { KmsFailures: [[1]] }, quiet: { KmsFailures: [[0]] } },
  BackupFailures: {
    rings: { NumberOfCopyJobsFailed: [[1]] },
    quiet: { NumberOfCopyJobsFailed: [[0]] },
  },
};

const dashboard: Record<string, Case> = {
  DashboardErrors: {
    rings: { FailedRequests: [times(2)], 'Errors signIn': [[1]] },
    quiet: { FailedRequests: [times(2)], 'Errors signIn': [[0]] },
  },
  DashboardReleaseErrors: {
    rings: { FailedRequests: [times(3)], FailingWorkspace: [[7, 8, 8]] },
    quiet: { FailedRequests: [times(30)], FailingWorkspace: [times(30, 7)] },
  },
  DashboardReleaseCrashes: {
    rings: { 'Errors signIn': [[2]], 'Errors dashboardInbox': [[1]] },
    quiet: { 'Errors signIn': [[2]] },
  },
  DashboardRefusals: { rings: { RefusedRequests: [times(11)] }, quiet: { RefusedRequests: [times(10)] } },
  ...join(dashboardFunctions.map(({ name }) => latency(name))),
  LiveUpdates: {
    rings: { FailedHints: [times(3), [], times(3)], 'Errors authorizeSocket': [times(5), [], times(5)] },
    quiet: { FailedHints: [times(100), times(5)] },
  },
  SignInFailures: { rings: { RejectedSignIns: [times(21)] }, quiet: { RejectedSignIns: [times(20)] } },
};

const production = listAlarms(readStacks('production').service);
const alarms = [
  ...production.map((alarm) => ({ alarm, cases: service })),
  ...listAlarms(readStacks('staging').service).map((alarm) => ({ alarm, cases: service })),
  ...listAlarms(readDashboardStacks('full').dashboard).map((alarm) => ({ alarm, cases: dashboard })),
].map(({ alarm, cases }) => ({ alarm, name: alarm.id.replace(/Alarm$/, ''), cases }));

it.each(alarms)(
  '$name rings, clears when there is nothing more, and is quiet in ordinary times',
  ({ alarm, name, cases }) => {
    const { rings, quiet } = cases[name] ?? {};
    if (!rings || !quiet) throw new Error(`Give the alarm ${name} samples with which it rings, and others.`);
    for (const samples of [rings, quiet])
      expect(Object.keys(samples).some((key) => alarm.watched.some((metric) => concerns(metric, key)))).toBe(true);
    const ends = Object.fromEntries(
      Object.entries(rings).map(([key, periods]) => [key, [...periods, ...periods.map(() => [])]]),
    );
    expect({
      rings: isRinging(alarm, rings),
      cleared: !isRinging(alarm, ends),
      quiet: !isRinging(alarm, quiet),
    }).toEqual({
      rings: true,
      cleared: true,
      quiet: true,
    });
  },
);

it('every alarm watches ten metrics at most, and no samples are left over', () => {
  for (const { alarm } of alarms) expect(alarm.watched.length).toBeLessThanOrEqual(10);
  const known = new Set(alarms.map(({ name }) => name));
  expect(Object.keys({ ...service, ...dashboard }).filter((name) => !known.has(name))).toEqual([]);
});

it('failures of one workspace roll back a release only if it is the only one that calls', () => {
  const alarm = production.find(({ id }) => id === 'ReleaseErrorsAlarm');
  const failures = { FailedRequests: [times(5)], FailingWorkspace: [times(5, 7)] };
  if (!alarm) throw new Error('There is no alarm ReleaseErrors.');
  expect([1_000, 100].map((count) => isRinging(alarm, { ...failures, Count: [times(count)] }))).toEqual([false, true]);
});
