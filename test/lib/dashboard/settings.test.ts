import { describe, expect, it } from 'vitest';
import { checkDashboardSettings, type DashboardSettings, defaultDashboard } from '../../../lib/dashboard/settings.ts';
import { getSettings } from '../../../lib/settings.ts';
import { dashboardEnvironments } from '../fixture/dashboard-environments.ts';
import { synthesizeVariant } from '../fixture/stacks.ts';

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

  it.each(Object.entries(dashboardEnvironments))('the settings of %s are accepted', (_, { dashboard }) => {
    expect(() => checkDashboardSettings(dashboard)).not.toThrow();
  });

  it('an environment with wrong settings is not synthesized', () => {
    const dashboard = { ...defaultDashboard, sessionHours: { idle: 2, absolute: 1 } };
    expect(() => synthesizeVariant('wrong', { ...getSettings('staging'), dashboard })).toThrow('sessionHours.idle');
  });

  it('strangers may make an account only if the settings say so', () => {
    const dashboard = { ...defaultDashboard, signUp: true };
    const { data } = synthesizeVariant('open', { ...getSettings('staging'), dashboard });
    data.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    });
  });
});
