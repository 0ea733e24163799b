import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { QueueName } from '../functions/model/queue.ts';
import type { Level } from '../functions/platform/log/log.ts';
import type { WebChatSettings } from './chat/settings.ts';
import type { DashboardSettings } from './dashboard/settings.ts';

/** A token bucket of API Gateway. */
export interface Throttle {
  requestsPerSecond: number;
  burstMax: number;
}

export interface Settings {
  /** The place of the environment; a deployment with other credentials fails. Without it, any place will do. */
  account?: string;
  region?: string;
  /** Gets a copy of every backup and of the keys that a restored table needs. */
  secondRegion?: string;
  logRetention: RetentionDays;
  logLevel: Level;
  removalPolicy: RemovalPolicy;
  terminationProtection: boolean;
  deletionProtection: boolean;
  /** API Gateway times out after 29 seconds, so a longer timeout has no effect. */
  apiFunction: { timeoutSeconds: number };
  /** Overrides the memory of functions: see `lib/functions/memory.ts`. */
  memoryMb: Readonly<Record<string, number>>;
  /** Overrides a consumer's maximum concurrency. */
  concurrency: Partial<Record<QueueName, number>>;
  /**
   * A reader that waits for events of a feed occupies an execution of Lambda all the time. So many are reserved for them,
   * and they get no more. The account's quota must exceed all reservations by 100; below that, leave it out.
   */
  followersMax?: number;
  /** Protects the account's Lambda concurrency from all callers together. Each API key also has its own limit. */
  throttle: Throttle;
  /** Limits each method that needs no API key, and so has no limit per key: the OpenAPI document and the channel routes. */
  publicThrottle: { document: Throttle; channels: Throttle };
  /** The recipient has to confirm the subscription once. Without an address, alarms show only on the console. */
  alarmEmail?: string;
  /**
   * Email through Amazon SES: invitations, and notices to Owners and Admins. The address or its domain must be a
   * verified identity in the account and region: see docs/operations.md. Links lead to the dashboard's own domain, or
   * else to `dashboardUrl`, an output of its stack.
   */
  email?: { sender: string; dashboardUrl?: string };
  /** Limits the cost of a fault or an attack: the table refuses more a second, and a budget sends an email. */
  spending: { writeUnitsPerSecond: number; readUnitsPerSecond: number; dollarsPerMonth: number };
  /** `essential` has the alarms that no environment can do without, and no CloudWatch board. */
  monitoring: 'full' | 'essential';
  /** Ours cost a dollar a month each, and we can revoke them. The keys that AWS owns are free. */
  customerManagedKeys: boolean;
  /**
   * API Gateway writes its access log with one role for all APIs of the account and region. `create` sets that role,
   * which does no harm where it is set already; `existing` keeps the role that is set.
   */
  gatewayLogRole: 'create' | 'existing';
  /** The certificate must be in the region of the API. */
  customDomain?: { domainName: string; certificateArn: string };
  /**
   * WAF costs a few dollars a month. The limits count the requests of one IP address in five minutes. The one for the
   * routes of channels is below their throttle: one address must not use it up for everyone.
   */
  firewall?: { requestsPerAddress: number; channelRequestsPerAddress: number };
  /** Copies that outlast the 35 days of point-in-time recovery: one every week, and one every month. */
  backup?: { keepWeeks: number; keepMonths: number };
  /** Replaces the stack's own table, which stays as it is, with one restored from a backup: see docs/operations.md. */
  restoredTable?: { tableArn: string; streamArn: string };
  /** Records what API keys changed, and what failed: one write unit on such a call, none on a read. */
  requestRecords: boolean;
  canaryDeploys: boolean;
  /** The copies of files that customers send. msgapp itself accepts no file above 100 MB. */
  media: { keepDays: number; bytesMax: number };
  /** Without it there is no dashboard: `defaultDashboard` in lib/dashboard/settings.ts is a good start. */
  dashboard?: DashboardSettings;
  /** Needs a dashboard, where members set it up: `defaultWebChat` in lib/chat/settings.ts is a good start. */
  webChat?: WebChatSettings;
}

/** An environment whose firewall is off can rehearse production's with one line in its settings. */
export const defaultFirewall = { requestsPerAddress: 30_000, channelRequestsPerAddress: 450_000 };

const defaultMedia = { keepDays: 90, bytesMax: 100 * 1024 * 1024 };

const staging: Settings = {
  logRetention: RetentionDays.TWO_WEEKS,
  logLevel: 'debug',
  removalPolicy: RemovalPolicy.DESTROY,
  terminationProtection: false,
  deletionProtection: false,
  apiFunction: { timeoutSeconds: 25 },
  memoryMb: {},
  concurrency: { deliverWebhook: 50, sendBroadcast: 30 },
  followersMax: 20,
  throttle: { requestsPerSecond: 100, burstMax: 200 },
  publicThrottle: {
    document: { requestsPerSecond: 5, burstMax: 20 },
    channels: { requestsPerSecond: 100, burstMax: 200 },
  },
  spending: { writeUnitsPerSecond: 1_000, readUnitsPerSecond: 2_000, dollarsPerMonth: 50 },
  monitoring: 'essential',
  customerManagedKeys: false,
  gatewayLogRole: 'create',
  backup: { keepWeeks: 4, keepMonths: 1 },
  requestRecords: true,
  canaryDeploys: true,
  media: defaultMedia,
};

const production: Settings = {
  logRetention: RetentionDays.THREE_MONTHS,
  logLevel: 'info',
  removalPolicy: RemovalPolicy.RETAIN,
  terminationProtection: true,
  deletionProtection: true,
  apiFunction: { timeoutSeconds: 25 },
  memoryMb: {},
  concurrency: {},
  followersMax: 200,
  throttle: { requestsPerSecond: 1000, burstMax: 2000 },
  publicThrottle: {
    document: { requestsPerSecond: 20, burstMax: 100 },
    channels: { requestsPerSecond: 3000, burstMax: 6000 },
  },
  spending: { writeUnitsPerSecond: 30_000, readUnitsPerSecond: 20_000, dollarsPerMonth: 1_000 },
  monitoring: 'full',
  customerManagedKeys: true,
  gatewayLogRole: 'create',
  firewall: defaultFirewall,
  backup: { keepWeeks: 5, keepMonths: 12 },
  requestRecords: true,
  canaryDeploys: true,
  media: defaultMedia,
};

/** Fits a resource whose name is fixed: one that a failed first deployment left behind would block the next attempt. */
export const removalPolicyOfNamed = ({ removalPolicy }: Pick<Settings, 'removalPolicy'>): RemovalPolicy =>
  removalPolicy === RemovalPolicy.RETAIN ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : removalPolicy;

/** Empty where the command line's credentials decide. */
export const toStackEnvironment = ({ account, region }: Settings): { account?: string; region?: string } => ({
  ...(account === undefined ? {} : { account }),
  ...(region === undefined ? {} : { region }),
});

/** A new environment needs an entry here and nothing else. */
export const environments: Record<string, Settings> = { staging, production };

export const getSettings = (environment: string): Settings => {
  const settings = Object.hasOwn(environments, environment) ? environments[environment] : undefined;
  if (settings) return settings;
  const names = Object.keys(environments).join(', ');
  throw new Error(`Unknown environment "${environment}". Use one of: ${names}.`);
};
