import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
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
  /** Protects the account's Lambda concurrency from all callers together; each key has its own limit besides. */
  throttle: { requestsPerSecond: number; burstMax: number };
}

const staging: Settings = {
  logRetention: RetentionDays.TWO_WEEKS,
  logLevel: 'debug',
  removalPolicy: RemovalPolicy.DESTROY,
  terminationProtection: false,
  deletionProtection: false,
  apiFunction: { memoryMb: 1024, timeoutSeconds: 25 },
  throttle: { requestsPerSecond: 100, burstMax: 200 },
};

const production: Settings = {
  logRetention: RetentionDays.THREE_MONTHS,
  logLevel: 'info',
  removalPolicy: RemovalPolicy.RETAIN,
  terminationProtection: true,
  deletionProtection: true,
  apiFunction: { memoryMb: 1024, timeoutSeconds: 25 },
  throttle: { requestsPerSecond: 1000, burstMax: 2000 },
};

/** One entry per environment; a new one needs nothing else. The name becomes part of the stacks' names. */
export const environments: Record<string, Settings> = { staging, production };

export const settingsOf = (environment: string): Settings => {
  const settings = Object.hasOwn(environments, environment) ? environments[environment] : undefined;
  if (settings) return settings;
  const known = Object.keys(environments).join(', ');
  throw new Error(`There is no environment "${environment}". Choose one of: ${known}.`);
};
