import { describe, expect, it } from 'vitest';
import { environments, getSettings } from '../../lib/settings.ts';
import { listFixedCosts, sumFixedCosts } from '../../tools/bench/costs/fixed-costs.ts';
import { readAssembly } from '../../tools/local/template/assembly.ts';
import { dashboardEnvironmentNames } from './fixture/dashboard-environments.ts';
import { readApiDefinition } from './fixture/functions.ts';
import { readRawTemplate, synthesizeMadeUp } from './fixture/made-up-endpoints.ts';
import { getAssemblyDir, listResources, readAssemblyFile, readStacks } from './fixture/stacks.ts';

/** A fifth of each hard limit stays free, which leaves time to split the stack. */
const usableShare = 0.8;

const stacks = [
  ...Object.keys(environments).flatMap((environment) => ['data', 'service'].map((stack) => ({ environment, stack }))),
  ...dashboardEnvironmentNames.map((environment) => ({ environment, stack: 'dashboard' })),
];

describe.each(stacks)('CloudFormation limits of $environment $stack', ({ environment, stack }) => {
  it('the template stays below 80% of 1 MB, 500 resources and 200 outputs', () => {
    const text = readAssemblyFile(environment, `Switchboard-${environment}-${stack}.template.json`);
    const { Resources, Outputs } = JSON.parse(text);
    expect(Buffer.byteLength(text)).toBeLessThan(usableShare * 1_000_000);
    expect(Object.keys(Resources).length).toBeLessThan(usableShare * 500);
    expect(Object.keys(Outputs).length).toBeLessThan(usableShare * 200);
  });
});

/** The length of an alias whose function has the longest possible name, with its quotes and comma. */
const arnLength = 'arn:aws-us-gov:lambda:us-gov-west-1:111122223333:function::live","'.length + 64;

describe('room in the production service stack', () => {
  const settings = getSettings('production');

  it('a stack with 90 more endpoints fits into the limits of CloudFormation and IAM', () => {
    const text = synthesizeMadeUp(90, settings);
    const { Resources } = readRawTemplate(text);
    const all = Object.values(Resources);
    expect(all.filter(({ Type }) => Type === 'AWS::Lambda::Function').length).toBeGreaterThan(130);
    expect(all.length).toBeLessThan(0.95 * 500);
    expect(Buffer.byteLength(text)).toBeLessThan(0.95 * 1_000_000);
    const invokedByRole = Object.entries(Resources)
      .filter(([id]) => id.startsWith('InvokeRole'))
      .map(([, { Properties }]) => JSON.stringify(Properties).match(/Function|Live/g)?.length ?? 0);
    expect(invokedByRole.length).toBeGreaterThan(1);
    for (const count of invokedByRole) expect(count * arnLength).toBeLessThan(10_240);
  });
});

describe.each(Object.keys(environments))('service limits of %s', (environment) => {
  const { service } = readStacks(environment);
  const listProperties = (type: string) => listResources(service, type).map(({ Properties }) => Properties);

  it('the policies of each role stay below 80% of the 10,240 characters of IAM', () => {
    const policies = listProperties('AWS::IAM::Role').flatMap(({ Policies }) =>
      Policies ? [JSON.stringify(Policies)] : [],
    );
    expect(policies).not.toEqual([]);
    expect(Math.max(...policies.map(({ length }) => length))).toBeLessThan(usableShare * 10_240);
  });

  it('the environment of each function stays below 80% of the 4 KB of Lambda', () => {
    for (const { Environment } of listProperties('AWS::Lambda::Function'))
      expect(JSON.stringify(Environment.Variables).length).toBeLessThan(usableShare * 4_096);
  });

  it('the API stays below 80% of the 300 paths of API Gateway', () => {
    expect(readApiDefinition(service).paths.length).toBeLessThan(usableShare * 300);
  });

  it('event source mappings respect the limits of Lambda', () => {
    for (const mapping of listProperties('AWS::Lambda::EventSourceMapping')) {
      expect(mapping.FilterCriteria?.Filters.length ?? 0).toBeLessThanOrEqual(5);
      expect(mapping.MaximumRetryAttempts ?? 0).toBeLessThanOrEqual(10_000);
      // A larger batch would need a batching window, which delays every message.
      if (mapping.StartingPosition === undefined) expect(mapping.BatchSize).toBeLessThanOrEqual(10);
    }
  });

  it('no queue hides a message for longer than the 12 hours of SQS', () => {
    for (const { VisibilityTimeout = 30 } of listProperties('AWS::SQS::Queue'))
      expect(VisibilityTimeout).toBeLessThanOrEqual(12 * 60 * 60);
  });
});

const readFixedCosts = (environment: string) =>
  listFixedCosts(readAssembly(getAssemblyDir(environment)).map(({ template }) => template));

describe('fixed costs', () => {
  it.each([
    ['staging', 6.5],
    ['production', 26],
  ])('%s costs at most $%s a month before the first request', (environment, dollarsMax) => {
    const costs = readFixedCosts(environment);
    expect(costs.length).toBeGreaterThan(4);
    expect(sumFixedCosts(costs), JSON.stringify(costs)).toBeLessThanOrEqual(dollarsMax);
  });
});
