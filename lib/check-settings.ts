import { RegionInfo } from 'aws-cdk-lib/region-info';
import { checkWebChatSettings } from './chat/settings.ts';
import { checkDashboardSettings } from './dashboard/settings.ts';
import type { Settings } from './settings.ts';

/** Fails with one sentence about the first setting that AWS would refuse, or that could not work. */
export const checkSettings = (environment: string, settings: Settings): void => {
  const fault = findFault(environment, settings);
  if (fault !== undefined) throw new Error(`Settings of ${environment}: ${fault}`);
  if (settings.dashboard) checkDashboardSettings(settings.dashboard);
  if (settings.webChat) checkWebChatSettings(settings.webChat);
};

type Check = (settings: Settings, environment: string) => string | false | undefined;

const findFault = (environment: string, settings: Settings): string | undefined => {
  for (const check of checks) {
    const fault = check(settings, environment);
    if (fault) return fault;
  }
  return undefined;
};

const isRegion = (name: string): boolean => RegionInfo.regions.some((region) => region.name === name);

const checkRegion = (field: string, region: string | undefined): string | false =>
  region !== undefined && !isRegion(region) && `${field} is "${region}", which is not an AWS region.`;

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

const checks: readonly Check[] = [
  (_, environment) =>
    !/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(environment) &&
    'the name of an environment has up to 40 letters, digits and hyphens, and starts with a letter.',
  ({ account }) =>
    account !== undefined &&
    !/^\d{12}$/.test(account) &&
    `account is "${account}". Use the 12 digits of an AWS account.`,
  ({ region }) => checkRegion('region', region),
  ({ secondRegion }) => checkRegion('secondRegion', secondRegion),
  ({ region, secondRegion }) =>
    secondRegion !== undefined &&
    (region === undefined
      ? 'secondRegion needs region as well, so that both are known to differ.'
      : region === secondRegion && `secondRegion is "${secondRegion}", the same as region.`),
  ({ secondRegion, backup }) =>
    secondRegion !== undefined &&
    !backup &&
    'secondRegion is set, but backup is not, so nothing would be copied there.',
  ({ backup }) =>
    backup &&
    !(isWhole(backup.keepWeeks, 4, 520) && isWhole(backup.keepMonths, 1, 120)) &&
    'backup.keepWeeks must be 4 to 520 and backup.keepMonths 1 to 120. The vault keeps every copy for at least 28 days.',
  ({ alarmEmail }) =>
    alarmEmail !== undefined &&
    !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(alarmEmail) &&
    `alarmEmail is "${alarmEmail}", which is not an email address.`,
  ({ email }) =>
    email &&
    !/^[\w.+-]+@([a-z0-9-]+\.)+[a-z]{2,63}$/.test(email.sender) &&
    `email.sender is "${email.sender}". Use an address alone, such as switchboard@example.com.`,
  ({ email, dashboard }) =>
    email &&
    !(dashboard && (dashboard.domain ?? email.dashboardUrl)) &&
    'email.sender is set, so links need an address: set dashboard.domain, or email.dashboardUrl to the output DashboardUrl.',
  ({ webChat, dashboard }) =>
    webChat && !dashboard && 'webChat is set, but dashboard is not, so nobody could set up the chat or answer in it.',
  ({ webChat, email }) =>
    webChat &&
    email &&
    !(webChat.domain ?? webChat.url) &&
    'webChat and email are set, so links in mails need an address: set webChat.domain, or webChat.url to the output ChatUrl.',
  ({ customDomain }) =>
    customDomain &&
    !/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(customDomain.domainName) &&
    `customDomain.domainName is "${customDomain.domainName}". Use a host name in lower case, without https://.`,
  ({ customDomain, region }) => {
    if (!customDomain) return undefined;
    const [, certificateRegion] =
      /^arn:[\w-]+:acm:([\w-]+):\d{12}:certificate\/.+$/.exec(customDomain.certificateArn) ?? [];
    if (certificateRegion === undefined)
      return `customDomain.certificateArn is "${customDomain.certificateArn}". Use the ARN of an ACM certificate.`;
    return (
      region !== undefined &&
      certificateRegion !== region &&
      `customDomain.certificateArn is a certificate in ${certificateRegion}. Request one in ${region}, the region of the API.`
    );
  },
  ({ apiFunction }) =>
    !isWhole(apiFunction.timeoutSeconds, 1, 29) &&
    'apiFunction.timeoutSeconds must be 1 to 29, because API Gateway answers after 29 seconds.',
  ({ memoryMb }) => {
    const [name] = Object.entries(memoryMb).find(([, size]) => !isWhole(size, 128, 10_240)) ?? [];
    return name !== undefined && `memoryMb.${name} must be 128 to 10240.`;
  },
  ({ concurrency }) => {
    const [queue] = Object.entries(concurrency).find(([, limit]) => !isWhole(limit, 2, 1_000)) ?? [];
    return queue !== undefined && `concurrency.${queue} must be 2 to 1000, the limits of an event source.`;
  },
  ({ followersMax }) =>
    followersMax !== undefined && !isWhole(followersMax, 1, 10_000) && 'followersMax must be 1 to 10000.',
  ({ throttle }) =>
    !(throttle.requestsPerSecond > 0 && throttle.burstMax >= throttle.requestsPerSecond) &&
    'throttle.requestsPerSecond must be more than 0, and throttle.burstMax at least as much.',
  ({ firewall }) =>
    firewall &&
    !Object.values(firewall).every((limit) => isWhole(limit, 10, 2_000_000_000)) &&
    'the limits of firewall must be 10 to 2000000000 requests in five minutes.',
  ({ media }) =>
    !(isWhole(media.keepDays, 1, 3_650) && isWhole(media.bytesMax, 1, 1024 ** 3)) &&
    'media.keepDays must be 1 to 3650 and media.bytesMax 1 to 1073741824.',
  ({ restoredTable }) =>
    restoredTable &&
    !restoredTable.streamArn.startsWith(`${restoredTable.tableArn}/stream/`) &&
    'restoredTable.streamArn must be the stream of restoredTable.tableArn.',
];
