import { describe, expect, it } from 'vitest';
import { getSettings } from '../../lib/settings.ts';
import { synthesizeVariant } from './fixture/stacks.ts';

describe('settings', () => {
  it('a new environment needs a settings object and nothing else', () => {
    const settings = { ...getSettings('staging'), concurrency: { deleteSegmentMembers: 3 } };
    const { service } = synthesizeVariant('preview', settings);
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: '<deleteSegmentMembersQueue.Arn>',
      ScalingConfig: { MaximumConcurrency: 3 },
    });
  });

  it('production protects its data and its callers, and staging is cheap and disposable', () => {
    expect(getSettings('production')).toMatchObject({
      terminationProtection: true,
      deletionProtection: true,
      canaryDeploys: true,
      firewall: { requestsPerAddress: expect.any(Number), channelRequestsPerAddress: expect.any(Number) },
      backup: { keepDays: expect.any(Number) },
    });
    const { firewall, backup, canaryDeploys } = getSettings('staging');
    expect({ firewall, backup, canaryDeploys }).toEqual({ canaryDeploys: false });
  });

  it.each(['prod', 'constructor'])('the unknown environment %s is rejected with the known names', (environment) => {
    expect(() => getSettings(environment)).toThrow(
      `Unknown environment "${environment}". Use one of: staging, production.`,
    );
  });
});
