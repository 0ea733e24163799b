import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { deployed } from '../../functions/deployed.ts';
import { createApp } from '../../lib/app.ts';
import { createPipelineApp } from '../../lib/pipeline-stack.ts';
import { defaultFirewall, environments, type Settings } from '../../lib/settings.ts';
import { readAssembly } from '../../tools/local/template/assembly.ts';
import { dashboardEnvironments, pipeline } from './fixture/dashboard-environments.ts';

const account = '111122223333';
const region = 'eu-central-1';

/** Every stack and every optional part that the settings can switch on. */
const switchEverythingOn = (settings: Settings): Settings => ({
  ...settings,
  account,
  region,
  secondRegion: 'eu-west-1',
  alarmEmail: 'ops@example.com',
  email: { sender: 'switchboard@example.com', dashboardUrl: 'https://dashboard.example.com' },
  customDomain: {
    domainName: 'api.example.com',
    certificateArn: `arn:aws:acm:${region}:${account}:certificate/1`,
  },
  firewall: settings.firewall ?? defaultFirewall,
  dashboard: dashboardEnvironments.full.dashboard,
});

/** Returns the folders of two assemblies: all stacks of all environments, and those of the pipeline. */
const synthesizeEverything = (folder: string): { assemblyDir: string; pipelineDir: string } => {
  const everything = Object.fromEntries(
    Object.entries(environments).map(([environment, settings]) => [environment, switchEverythingOn(settings)]),
  );
  const { bundleDir, filesDir } = inject('cdk');
  const built = { ...deployed, bundleDir, filesDir };
  const options = { ...built, environments: everything, outDir: join(folder, 'app'), validate: true };
  return {
    assemblyDir: createApp(options).synth().directory,
    pipelineDir: createPipelineApp(everything, pipeline, join(folder, 'pipeline')).synth().directory,
  };
};

const folder = mkdtempSync(join(tmpdir(), 'switchboard-everything-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { assemblyDir, pipelineDir } = synthesizeEverything(folder);
const stacks = [assemblyDir, pipelineDir].flatMap((dir) =>
  readAssembly(dir).map(({ name }) => ({ name, text: readFileSync(join(dir, `${name}.template.json`), 'utf8') })),
);
const exportsBefore = (index: number): Set<string> =>
  new Set(stacks.slice(0, index).flatMap(({ text }) => listExports(parseTemplate(text))));

describe('stacks of all environments with every option on', () => {
  it('each environment has its five stacks, and the pipeline has three', () => {
    const ofEnvironments = ['staging', 'production'].flatMap((environment) =>
      ['copies', 'data', 'service', 'edge', 'dashboard'].map((stack) => `Switchboard-${environment}-${stack}`),
    );
    const ofPipeline = ['issuer', 'staging', 'production'].map((stack) => `Switchboard-pipeline-${stack}`);
    expect(stacks.map(({ name }) => name).sort()).toEqual([...ofEnvironments, ...ofPipeline].sort());
  });

  it('the rules of CloudFormation find no fault in any template', () => {
    const { pluginReports } = JSON.parse(readFileSync(join(assemblyDir, 'validation-report.json'), 'utf8'));
    expect(pluginReports).toEqual([]);
  });

  it('the templates refer to each other and to themselves in a thousand places, which the next test walks', () => {
    const references = stacks.flatMap(({ text }) => listReferences(parseTemplate(text)));
    expect(references.length).toBeGreaterThan(1_000);
    expect(references.filter(({ kind }) => kind === 'export').length).toBeGreaterThan(50);
  });

  it.each(stacks.map(({ name, text }, index) => ({ name, text, index })))(
    'every reference of $name leads to something that exists when it deploys',
    ({ text, index }) => expect(findDangling(parseTemplate(text), exportsBefore(index))).toEqual([]),
  );

  it.each(stacks)('no resources of $name wait for each other', ({ text }) => {
    expect(() => Template.fromJSON(JSON.parse(text))).not.toThrow();
  });
});

const partShape = z.looseObject({ Condition: z.string().optional() });

const templateShape = z.looseObject({
  Parameters: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.unknown()).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    partShape.extend({ DependsOn: z.union([z.string().transform((id) => [id]), z.array(z.string())]).default([]) }),
  ),
  Outputs: z.record(z.string(), partShape.extend({ Export: z.object({ Name: z.string() }).optional() })).default({}),
});

type RawTemplate = z.infer<typeof templateShape>;

/** What a template names, by the kind of thing that must exist. */
type Kind = 'resource' | 'resource or parameter' | 'condition' | 'mapping' | 'export';

interface Reference {
  kind: Kind;
  name: string;
}

const parseTemplate = (text: string): RawTemplate => templateShape.parse(JSON.parse(text));

const listExports = ({ Outputs }: RawTemplate): string[] =>
  Object.values(Outputs).flatMap(({ Export }) => Export?.Name ?? []);

/** Names every reference that leads nowhere. `imported` are the exports of the stacks that deploy earlier. */
const findDangling = (template: RawTemplate, imported: ReadonlySet<string>): string[] => {
  const resources = Object.keys(template.Resources);
  const known: Record<Kind, ReadonlySet<string>> = {
    resource: new Set(resources),
    'resource or parameter': new Set([...resources, ...Object.keys(template.Parameters)]),
    condition: new Set(Object.keys(template.Conditions)),
    mapping: new Set(Object.keys(template.Mappings)),
    export: imported,
  };
  return listReferences(template)
    .filter(
      ({ kind, name }) => !(kind === 'resource or parameter' && name.startsWith('AWS::')) && !known[kind].has(name),
    )
    .map(({ kind, name }) => `${kind} ${name}`);
};

const listReferences = ({ Conditions, Resources, Outputs }: RawTemplate): Reference[] => [
  ...Object.values(Resources).flatMap(({ DependsOn }) =>
    DependsOn.map((name) => ({ kind: 'resource' as const, name })),
  ),
  ...[...Object.values(Resources), ...Object.values(Outputs)].flatMap(({ Condition: name }) =>
    name === undefined ? [] : [{ kind: 'condition' as const, name }],
  ),
  ...findIntrinsics([Conditions, Resources, Outputs]),
];

const findIntrinsics = (value: unknown): Reference[] => {
  if (typeof value !== 'object' || value === null) return [];
  const [[name = '', argument] = []] = Object.entries(value);
  return [...(readIntrinsic[name]?.(argument) ?? []), ...Object.values(value).flatMap(findIntrinsics)];
};

const readIntrinsic: Record<string, (argument: unknown) => Reference[]> = {
  Ref: (name) => [{ kind: 'resource or parameter', name: String(name) }],
  'Fn::GetAtt': (argument) => [{ kind: 'resource', name: String(Array.isArray(argument) ? argument[0] : argument) }],
  'Fn::Sub': (argument) => readPlaceholders(argument),
  'Fn::If': (argument) => [{ kind: 'condition', name: String(Array.isArray(argument) ? argument[0] : argument) }],
  'Fn::FindInMap': (argument) => [{ kind: 'mapping', name: String(Array.isArray(argument) ? argument[0] : argument) }],
  'Fn::ImportValue': (name) => [{ kind: 'export', name: String(name) }],
};

const readPlaceholders = (argument: unknown): Reference[] => {
  const [text, variables = {}] = Array.isArray(argument) ? argument : [argument];
  return [...String(text).matchAll(/\$\{([^!}][^}]*)\}/g)].flatMap(([, placeholder = '']) => {
    const [name = '', attribute] = placeholder.split('.');
    if (name in Object(variables)) return [];
    return [{ kind: attribute === undefined ? ('resource or parameter' as const) : ('resource' as const), name }];
  });
};
