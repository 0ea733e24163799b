import { describe, expect, it } from 'vitest';
import { checkSettings } from '../../lib/check-settings.ts';
import { checkDashboardSettings, type DashboardSettings, defaultDashboard } from '../../lib/dashboard/settings.ts';
import { environments, getSettings, type Settings } from '../../lib/settings.ts';
import { variants } from './fixture/dashboard-environments.ts';
import { listFunctions, listRights } from './fixture/functions.ts';
import { readStacks, type Stacks, synthesizeVariant } from './fixture/stacks.ts';

const custom = readStacks('custom');
const far = readStacks('far');

describe('settings', () => {
  it('a new environment needs a settings object and nothing else', () => {
    custom.service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: '<runMaintenanceQueue.Arn>',
      ScalingConfig: { MaximumConcurrency: variants.custom.concurrency.runMaintenance },
    });
  });

  it('requests are recorded in every environment unless its settings turn it off', () => {
    const variables = ({ service }: Stacks) =>
      Object.values(service.findResources('AWS::Lambda::Function')).map(
        ({ Properties }) => Properties.Environment?.Variables ?? {},
      );
    const recording = variables(readStacks('staging')).filter(({ REQUEST_RECORDS }) => REQUEST_RECORDS === '1');
    expect(recording.length).toBeGreaterThan(20);
    for (const name of Object.keys(environments)) expect(getSettings(name).requestRecords).toBe(true);
    expect(variables(custom).filter((variable) => 'REQUEST_RECORDS' in variable)).toEqual([]);
  });

  it('production protects its data and its callers, and staging is the same in small, cheap and disposable', () => {
    expect(getSettings('production')).toMatchObject({
      terminationProtection: true,
      deletionProtection: true,
      canaryDeploys: true,
      customerManagedKeys: true,
      monitoring: 'full',
      firewall: { requestsPerAddress: expect.any(Number), channelRequestsPerAddress: expect.any(Number) },
      backup: { keepWeeks: expect.any(Number), keepMonths: expect.any(Number) },
    });
    expect(getSettings('staging')).toMatchObject({
      terminationProtection: false,
      deletionProtection: false,
      canaryDeploys: true,
      customerManagedKeys: false,
      monitoring: 'essential',
      backup: { keepWeeks: expect.any(Number), keepMonths: expect.any(Number) },
    });
    expect(getSettings('staging').firewall).toBeUndefined();
  });

  it.each(['prod', 'constructor'])('the unknown environment %s is rejected with the known names', (environment) => {
    expect(() => getSettings(environment)).toThrow(
      `Unknown environment "${environment}". Use one of: staging, production.`,
    );
  });
});

describe('checkSettings', () => {
  const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/1';
  const customDomain = { domainName: 'api.example.com', certificateArn };
  const valid: Settings = {
    ...getSettings('production'),
    region: 'eu-central-1',
    customDomain,
    account: '111122223333',
  };

  it('the settings of every environment are accepted, also with all options together', () => {
    for (const [name, settings] of Object.entries(environments)) checkSettings(name, settings);
    checkSettings('production', { ...valid, alarmEmail: 'ops@example.com', secondRegion: 'eu-west-1' });
  });

  it.each<[Partial<Settings>, string]>([
    [{ account: '1111' }, 'account is "1111". Use the 12 digits'],
    [{ region: 'eu-zentral-1' }, 'region is "eu-zentral-1", which is not an AWS region.'],
    [{ secondRegion: 'mars-1' }, 'secondRegion is "mars-1", which is not an AWS region.'],
    [{ secondRegion: 'eu-central-1' }, 'secondRegion is "eu-central-1", the same as region.'],
    [{ secondRegion: 'eu-west-1', backup: undefined }, 'backup is not, so nothing would be copied there.'],
    [{ backup: { keepWeeks: 2, keepMonths: 12 } }, 'backup.keepWeeks must be 4 to 520'],
    [{ alarmEmail: 'ops' }, 'alarmEmail is "ops", which is not an email address.'],
    [{ email: { sender: 'Ops <ops@example.com>' } }, 'email.sender is "Ops <ops@example.com>". Use an address alone'],
    [{ email: { sender: 'ops@example.com' } }, 'set dashboard.domain, or email.dashboardUrl'],
    [{ customDomain: { ...customDomain, domainName: 'https://api.example.com' } }, 'Use a host name in lower case'],
    [{ customDomain: { ...customDomain, certificateArn: '' } }, 'Use the ARN of an ACM certificate.'],
    [
      { customDomain: { ...customDomain, certificateArn: certificateArn.replace('eu-central-1', 'us-east-1') } },
      'is a certificate in us-east-1. Request one in eu-central-1, the region of the API.',
    ],
    [{ apiFunction: { timeoutSeconds: 30 } }, 'apiFunction.timeoutSeconds must be 1 to 29'],
    [{ memoryMb: { getMe: 64 } }, 'memoryMb.getMe must be 128 to 10240.'],
    [{ concurrency: { sendBroadcast: 1 } }, 'concurrency.sendBroadcast must be 2 to 1000'],
    [{ followersMax: 0 }, 'followersMax must be 1 to 10000.'],
    [{ throttle: { requestsPerSecond: 100, burstMax: 50 } }, 'throttle.burstMax at least as much.'],
    [{ firewall: { requestsPerAddress: 1, channelRequestsPerAddress: 100 } }, 'the limits of firewall must be 10'],
    [{ media: { keepDays: 0, bytesMax: 1 } }, 'media.keepDays must be 1 to 3650'],
    [
      { restoredTable: { tableArn: 'arn:a', streamArn: 'arn:b/stream/1' } },
      'restoredTable.streamArn must be the stream of restoredTable.tableArn.',
    ],
  ])('the settings %o are rejected with one sentence', (changes, message) => {
    const settings = { ...valid, ...changes } as Settings;
    expect(() => checkSettings('production', settings)).toThrow(/^Settings of production: /);
    expect(() => checkSettings('production', settings)).toThrow(message);
  });

  it('a second region without a region is rejected, because both might be the same', () => {
    const { region, ...anywhere } = valid;
    expect(() => checkSettings('production', { ...anywhere, secondRegion: 'eu-west-1' })).toThrow(
      'needs region as well',
    );
  });

  it.each(['', '1st', 'a b', 'x'.repeat(41)])('the name %j of an environment is rejected', (name) => {
    expect(() => checkSettings(name, valid)).toThrow('the name of an environment has up to 40');
  });
});

const wrongSettings: [string, Partial<DashboardSettings>][] = [
  ['dashboard.issuer.url is "http://id.example.com".', { issuer: { url: 'http://id.example.com', clientId: 'x' } }],
  ['dashboard.issuer.url is "id.example.com".', { issuer: { url: 'id.example.com', clientId: 'x' } }],
  [
    'dashboard.domain.certificateArn is "arn:aws:acm:eu-west-1:1:certificate/1".',
    { domain: { name: 'a.example.com', certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/1' } },
  ],
  ['dashboard.domain.certificateArn is "".', { domain: { name: 'a.example.com', certificateArn: '' } }],
  ['dashboard.firewallArn is "arn:aws:wafv2:eu-west-1:1:', { firewallArn: 'arn:aws:wafv2:eu-west-1:1:regional/x' }],
  ['dashboard.sessionHours.idle must be', { sessionHours: { idle: 25, absolute: 24 } }],
  ['dashboard.sessionHours.idle must be', { sessionHours: { idle: 0, absolute: 24 } }],
  ['dashboard.sessionHours.idle must be', { sessionHours: { idle: 8, absolute: Number.NaN } }],
  ['dashboard.auditDays must be', { auditDays: 0 }],
];

describe('settings of the dashboard', () => {
  it.each(wrongSettings)('the error %j names the field and the remedy', (message, settings) => {
    expect(() => checkDashboardSettings({ ...defaultDashboard, ...settings })).toThrow(message);
  });

  it('an environment with wrong settings is not synthesized', () => {
    const dashboard = { ...defaultDashboard, sessionHours: { idle: 2, absolute: 1 } };
    expect(() => synthesizeVariant('wrong', { ...getSettings('staging'), dashboard })).toThrow('sessionHours.idle');
  });

  it('strangers may make an account only if the settings say so', () => {
    custom.data.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    });
  });
});

it("a restored table replaces the stack's own table in the service only", () => {
  const { tableArn, streamArn } = variants.far.restoredTable;
  const { data, service } = far;
  data.resourceCountIs('AWS::DynamoDB::Table', 1);

  const variables = [...listFunctions(service).values()].map(({ Properties }) => Properties.Environment.Variables);
  const tableNames = variables.flatMap(({ TABLE_NAME }) => TABLE_NAME ?? []);
  expect(new Set(tableNames)).toEqual(new Set(['switchboard-restored']));

  const listResources = (name: string): string[] =>
    [...listRights(service, name)].map((right) => right.replace(/ if .*/, ''));
  expect(listResources('getConversation')).toContain(`dynamodb:GetItem on ${tableArn}`);
  expect(listResources('listConversations')).toContain(`dynamodb:Query on ${tableArn}/index/conversation-status`);
  service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { EventSourceArn: streamArn });

  // Without a reference to the own table, the service can be deployed before the data stack.
  expect(JSON.stringify(service.toJSON())).not.toMatch(/<Table[.>]/);
  expect(JSON.stringify(readStacks('production').service.toJSON())).toMatch(/<Table[.>]/);
});
