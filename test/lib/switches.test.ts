import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { deployed } from '../../functions/deployed.ts';
import { releaseCheck } from '../../lib/api/release-check.ts';
import { createApp } from '../../lib/app.ts';
import { defaultDashboard } from '../../lib/dashboard/settings.ts';
import { getSettings, type Settings } from '../../lib/settings.ts';
import {
  compareStack,
  findDeploymentOrder,
  isDefaultOrder,
  type StackTemplate,
  type Templates,
  toPlan,
} from '../../tools/admin/plan/plan.ts';
import { readAssembly } from '../../tools/local/template/assembly.ts';
import { readPage, shellBlocksBelow } from '../docs/pages.ts';
import { ownIssuer } from './fixture/dashboard-environments.ts';
import { makeUpBundles } from './fixture/made-up-endpoints.ts';

/** Exports do not depend on the endpoints or on what is in a file, so a few endpoints and empty bundles are enough. */
const endpoints = deployed.endpoints.slice(0, 3);
const folder = mkdtempSync(join(tmpdir(), 'switchboard-switch-'));
const bundleDir = join(folder, 'bundles');
const filesDir = join(folder, 'files');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { consumers, dashboardFunctions, authorizer } = deployed;
makeUpBundles(bundleDir, [...endpoints, ...consumers, ...dashboardFunctions, authorizer, releaseCheck]);
mkdirSync(join(filesDir, 'assets'), { recursive: true });

const synthesizeTemplates = (settings: Settings): Templates => {
  const options = { ...deployed, endpoints, environments: { x: settings }, validate: false };
  const { directory } = createApp({
    ...options,
    bundleDir,
    filesDir,
    outDir: mkdtempSync(join(folder, 'out-')),
  }).synth();
  return new Map(
    readAssembly(directory).map(({ name }) => [
      name,
      JSON.parse(readFileSync(join(directory, `${name}.template.json`), 'utf8')) as StackTemplate,
    ]),
  );
};

const table = 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored';
const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/1';
const base: Settings = { ...getSettings('production'), region: 'eu-central-1', dashboard: defaultDashboard };
const without = (name: keyof Settings): Settings => {
  const { [name]: _, ...others } = base;
  return others as Settings;
};

/** Every setting that adds or takes away resources, and whether it can be turned on and off with one `cdk deploy`. */
const switches: { name: string; settings: Settings; atOnce: { there: boolean; back: boolean } }[] = [
  {
    name: 'custom domain, email, alarm email, no canary, firewall off and essential monitoring',
    settings: {
      ...without('firewall'),
      monitoring: 'essential',
      customDomain: { domainName: 'api.example.com', certificateArn },
      email: { sender: 'switchboard@example.com', dashboardUrl: 'https://d.example' },
      alarmEmail: 'ops@example.com',
      canaryDeploys: false,
    },
    atOnce: { there: true, back: true },
  },
  { name: 'backup off', settings: without('backup'), atOnce: { there: false, back: true } },
  {
    name: 'keys of AWS',
    settings: { ...base, customerManagedKeys: false },
    atOnce: { there: false, back: true },
  },
  { name: 'second region', settings: { ...base, secondRegion: 'eu-west-1' }, atOnce: { there: true, back: false } },
  { name: 'dashboard off', settings: without('dashboard'), atOnce: { there: false, back: true } },
  {
    name: 'own issuer',
    settings: { ...base, dashboard: { ...defaultDashboard, issuer: ownIssuer } },
    atOnce: { there: false, back: true },
  },
  {
    name: 'firewall of the dashboard',
    settings: { ...base, dashboard: { ...defaultDashboard, firewall: { requestsPerAddress: 30_000 } } },
    atOnce: { there: true, back: false },
  },
  {
    name: 'restored table',
    settings: { ...base, restoredTable: { tableArn: table, streamArn: `${table}/stream/1` } },
    atOnce: { there: false, back: true },
  },
];

const before = synthesizeTemplates(base);

it.each(switches)('$name: CloudFormation refuses no stack in the planned order, there and back', (turned) => {
  const after = synthesizeTemplates(turned.settings);
  const [there, back] = [findDeploymentOrder(before, after), findDeploymentOrder(after, before)];
  expect({ there: there && isDefaultOrder(there, after), back: back && isDefaultOrder(back, before) }).toEqual(
    turned.atOnce,
  );
});

it.each([
  ['dashboard off', '## Dashboard'],
  ['own issuer', '### Dashboard: own issuer'],
])('%s: the manual has the commands of the plan', (name, heading) => {
  const settings = switches.find((turned) => turned.name === name)?.settings ?? base;
  const { steps } = toPlan('x', before, synthesizeTemplates(settings));
  const commands = steps.map(({ command }) => command.replaceAll('\n  ', '\n').replaceAll('-x-', '-production-'));
  expect(shellBlocksBelow(readPage('docs/operations.md'), heading)[0]?.trim()).toBe(commands.join('\n'));
});

describe('findDeploymentOrder', () => {
  const exporting = (Value: string, Name = 'Arn'): StackTemplate => ({ Outputs: { O: { Value, Export: { Name } } } });
  const importing = (name: string): StackTemplate =>
    ({ Resources: { R: { Type: 'T', Properties: { Arn: { 'Fn::ImportValue': name } } } } }) as StackTemplate;
  const order = (before: Record<string, StackTemplate>, after: Record<string, StackTemplate>) =>
    findDeploymentOrder(new Map(Object.entries(before)), new Map(Object.entries(after)))?.map(
      ({ act, stack }) => `${act} ${stack}`,
    );

  it('a new stack comes after the one that it imports from', () => {
    expect(order({}, { data: exporting('1'), service: importing('Arn') })).toEqual(['create data', 'create service']);
  });

  it.each([
    ['taken away', {}],
    ['changed', exporting('2')],
  ])('a stack whose export is %s comes after the one that no longer imports it', (_, data) => {
    const before = { data: exporting('1'), service: importing('Arn') };
    expect(order(before, { data, service: {} })).toEqual(['update service', 'update data']);
  });

  it('a stack that goes is destroyed before what it imports', () => {
    expect(order({ data: exporting('1'), service: importing('Arn') }, { data: {} })).toEqual([
      'destroy service',
      'update data',
    ]);
  });

  it('an export that changes while it stays in use has no order', () => {
    const service = importing('Arn');
    expect(order({ data: exporting('1'), service }, { data: exporting('2'), service })).toBeUndefined();
  });

  it('a resource with data that goes is named', () => {
    const resource = { Table1: { Type: 'AWS::DynamoDB::Table' }, Role1: { Type: 'AWS::IAM::Role' } };
    expect(compareStack({ Resources: resource }, { Resources: { New: { Type: 'AWS::IAM::Role' } } })).toEqual({
      added: 1,
      changed: 0,
      removed: 2,
      lost: ['AWS::DynamoDB::Table Table1'],
    });
  });
});
