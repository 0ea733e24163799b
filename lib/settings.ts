import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { QueueName } from '../functions/model/queue.ts';
import type { Level } from '../functions/platform/log.ts';

/** What differs between environments. Everything else is the same in all of them. */
export interface Settings {
  logRetention: RetentionDays;
  logLevel: Level;
  /** What happens to the table, its key and the logs when they leave the stack. */
  removalPolicy: RemovalPolicy;
  /** Refuses to delete the stacks. */
  terminationProtection: boolean;
  /** Refuses to delete the table, whoever asks. */
  deletionProtection: boolean;
  /** The functions behind the API. The gateway gives up after 29 seconds, so a longer time-out helps nobody. */
  apiFunction: { memoryMb: number; timeoutSeconds: number };
  /** The functions without a caller. Their time-outs stand in the consumers' table, because the queues depend on them. */
  backgroundFunction: { memoryMb: number };
  /** Calls at a time of a queue's function, where the number in the consumers' table does not fit the environment. */
  concurrency: Partial<Record<QueueName, number>>;
  /** Protects the account's Lambda concurrency from all callers together; each key has its own limit besides. */
  throttle: { requestsPerSecond: number; burstMax: number };
  /** Who hears of alarms; the address has to confirm it once. Without one the alarms are seen on the console alone. */
  alarmEmail?: string;
  /** An address of our own before the gateway's, with a certificate of the same region. */
  customDomain?: { domainName: string; certificateArn: string };
  /** Stands before the API and costs some dollars a month. Counts requests of an address over five minutes. */
  firewall?: { requestsPerAddress: number };
  /** Daily copies of the table in a vault, for as many days, next to the 35 days of point-in-time recovery. */
  backup?: { keepDays: number };
  /** A table restored from a backup, in use instead of the stack's own, which stays as it is; see docs/operations.md. */
  restoredTable?: { tableArn: string; streamArn: string };
  /** New code gets a part of the calls first, and goes back by itself when its alarms ring. */
  canaryDeploys: boolean;
}

const staging: Settings = {
  logRetention: RetentionDays.TWO_WEEKS,
  logLevel: 'debug',
  removalPolicy: RemovalPolicy.DESTROY,
  terminationProtection: false,
  deletionProtection: false,
  apiFunction: { memoryMb: 1024, timeoutSeconds: 25 },
  backgroundFunction: { memoryMb: 512 },
  concurrency: { deliverWebhook: 50, sendBroadcast: 30 },
  throttle: { requestsPerSecond: 100, burstMax: 200 },
  canaryDeploys: false,
};

const production: Settings = {
  logRetention: RetentionDays.THREE_MONTHS,
  logLevel: 'info',
  removalPolicy: RemovalPolicy.RETAIN,
  terminationProtection: true,
  deletionProtection: true,
  apiFunction: { memoryMb: 1024, timeoutSeconds: 25 },
  backgroundFunction: { memoryMb: 512 },
  concurrency: {},
  throttle: { requestsPerSecond: 1000, burstMax: 2000 },
  firewall: { requestsPerAddress: 30_000 },
  backup: { keepDays: 90 },
  canaryDeploys: true,
};

/** One entry per environment; a new one needs nothing else. The name becomes part of the stacks' names. */
export const environments: Record<string, Settings> = { staging, production };

export const getSettings = (environment: string): Settings => {
  const settings = Object.hasOwn(environments, environment) ? environments[environment] : undefined;
  if (settings) return settings;
  const names = Object.keys(environments).join(', ');
  throw new Error(`There is no environment "${environment}". Choose one of: ${names}.`);
};
