import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { consumers } from '../../functions/consumers/consumers.ts';
import { environments, getSettings } from '../../lib/settings.ts';
import { fixtureEndpoints } from './fixture/endpoints.ts';
import { type Stacks, synthesizeStacks } from './fixture/stacks.ts';
import { findResources } from './fixture/template.ts';

const mappingShape = z.object({
  EventSourceArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});

/** Calls at a time, by queue. A queue without a limit does not parse: it could take all that the account has. */
const concurrencyIn = ({ service }: Stacks): Map<string, number> =>
  new Map(
    findResources(service, 'AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => !('StartingPosition' in Properties))
      .map(({ Properties }) => {
        const { EventSourceArn, ScalingConfig } = mappingShape.parse(Properties);
        return [EventSourceArn['Fn::GetAtt'][0].replace(/Queue[0-9A-F]{8}$/, ''), ScalingConfig.MaximumConcurrency];
      }),
  );

const queuesRead = consumers.flatMap(({ source }) => ('queue' in source ? [source.queue] : []));

/** What an account may run at a time unless it asks for more. */
const lambdaConcurrency = 1_000;

describe.each(Object.keys(environments))('the background of %s', (environment) => {
  const stacks = synthesizeStacks(environment, fixtureEndpoints, consumers);
  const concurrency = concurrencyIn(stacks);
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + (concurrency.get(name) ?? 0), 0);

  it('has a limit for each queue, within those of Lambda', () => {
    expect([...concurrency.keys()].sort()).toEqual(queuesRead.toSorted());
    for (const calls of concurrency.values()) {
      expect(calls).toBeGreaterThanOrEqual(2);
      expect(calls).toBeLessThanOrEqual(1_000);
    }
  });

  it('leaves the API half of what the account may run at a time, whatever waits in the queues', () => {
    expect(sum(queuesRead)).toBeLessThanOrEqual(lambdaConcurrency / 2);
  });

  it('gives broadcasts less than deliveries have, so that no broadcast can starve them', () => {
    expect(sum(queuesRead.filter((name) => name.endsWith('Broadcast')))).toBeLessThan(sum(['deliverWebhook']));
  });

  it('runs with the memory and the concurrency of the settings', () => {
    const { backgroundFunction, concurrency: wished } = getSettings(environment);
    const functions = findResources(stacks.service, 'AWS::Lambda::Function');
    for (const { name } of consumers) {
      const found = functions.find(({ id }) => id.startsWith(`${name}Function`));
      expect(found?.Properties['MemorySize']).toBe(backgroundFunction.memoryMb);
    }
    for (const [name, calls] of Object.entries(wished)) expect(concurrency.get(name)).toBe(calls);
  });
});

describe('an environment', () => {
  it('is one object: a third one needs nothing else', () => {
    environments['preview'] = { ...getSettings('staging'), concurrency: { deleteSegmentMembers: 3 } };
    const preview = synthesizeStacks('preview', fixtureEndpoints, consumers);
    expect(concurrencyIn(preview).get('deleteSegmentMembers')).toBe(3);
    expect(Object.keys(preview.protectedStacks)).toEqual(['Switchboard-preview-data', 'Switchboard-preview-service']);
  });

  it('that is production protects data and callers; staging is cheap and goes without a trace', () => {
    expect(getSettings('production')).toMatchObject({
      terminationProtection: true,
      deletionProtection: true,
      canaryDeploys: true,
      firewall: { requestsPerAddress: expect.any(Number) },
      backup: { keepDays: expect.any(Number) },
    });
    const { firewall, backup, canaryDeploys } = getSettings('staging');
    expect({ firewall, backup, canaryDeploys }).toEqual({ canaryDeploys: false });
  });
});
