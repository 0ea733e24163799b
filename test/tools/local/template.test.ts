import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readAssembly, templateSchema } from '../../../tools/local/template/assembly.ts';
import {
  addAttributes,
  type Deployment,
  findResources,
  noValue,
  readProperties,
  resolve,
  resolveIdentity,
  type Scope,
} from '../../../tools/local/template/deployment.ts';
import { newFolder } from './fixture/folder.ts';

describe('cloud assembly', () => {
  const stackArtifact = (name: string, dependencies: string[]) => ({
    type: 'aws:cloudformation:stack',
    dependencies,
    properties: { templateFile: `${name}.template.json`, stackName: `stack-${name}` },
  });

  const assets = {
    files: { abc: { source: { path: 'asset.abc' }, destinations: { here: { objectKey: 'abc.zip' } } } },
  };

  it('each stack comes after the stacks it depends on, with its asset folders', () => {
    const folder = newFolder();
    const files = {
      'manifest.json': {
        artifacts: {
          service: stackArtifact('service', ['service.assets', 'data']),
          'service.assets': { type: 'cdk:asset-manifest' },
          data: stackArtifact('data', []),
        },
      },
      'service.template.json': { Resources: { A: { Type: 'AWS::SQS::Queue' } } },
      'service.assets.json': assets,
      'data.template.json': {},
      'data.assets.json': {},
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
    const stacks = readAssembly(folder);
    expect(stacks.map(({ name }) => name)).toEqual(['stack-data', 'stack-service']);
    expect(stacks[1]?.assetFolders).toEqual(new Map([['abc.zip', join(folder, 'asset.abc')]]));
  });

  it('a missing file is named in the error', () => {
    expect(() => readAssembly('/nowhere')).toThrow(
      '/nowhere/manifest.json is missing or not part of a CDK cloud assembly.',
    );
  });
});

describe('intrinsic function', () => {
  const references: Record<string, unknown> = {
    Table: 'table-1',
    'AWS::Region': 'eu-central-1',
    'AWS::NoValue': noValue,
  };

  const scope: Scope = {
    location: 'Stack/Thing',
    ref: (id) => references[id] ?? `ref-${id}`,
    getAtt: (id, attribute) => `${id}.${attribute}`,
    importValue: (name) => `imported-${name}`,
  };

  /** A Fn::Sub variable; a plain string would trip the linter's rule on template placeholders. */
  const v = (name: string): string => `\${${name}}`;

  it.each<[string, unknown, unknown]>([
    ['plain values', { a: [1, 'b', null, true] }, { a: [1, 'b', null, true] }],
    ['Ref', { Ref: 'Table' }, 'table-1'],
    ['GetAtt with a list', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table.Arn'],
    ['GetAtt with a string', { 'Fn::GetAtt': 'Table.Outputs.Arn' }, 'Table.Outputs.Arn'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Table' }, 3]] }, 'a-table-1-3'],
    ['Join of a computed list', { 'Fn::Join': ['+', { 'Fn::Split': [',', 'a,b'] }] }, 'a+b'],
    ['Sub', { 'Fn::Sub': `in ${v('AWS::Region')}: ${v('Table.Arn')}` }, 'in eu-central-1: Table.Arn'],
    ['Sub with own variables', { 'Fn::Sub': [`${v('x')}/${v('Table')}`, { x: { Ref: 'Table' } }] }, 'table-1/table-1'],
    ['Sub with an escaped variable', { 'Fn::Sub': v('!Literal') }, v('Literal')],
    ['Select', { 'Fn::Select': [1, ['a', { Ref: 'Table' }]] }, 'table-1'],
    ['Select from a Split', { 'Fn::Select': ['1', { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': `export-${v('Table')}` } }, 'imported-export-table-1'],
    ['NoValue as a property', { kept: 1, removed: { Ref: 'AWS::NoValue' } }, { kept: 1 }],
    ['NoValue in a list', [1, { Ref: 'AWS::NoValue' }], [1]],
  ])('%s resolves to its value', (_, value, expected) => expect(resolve(value, scope)).toEqual(expected));

  it('an unsupported intrinsic function is rejected with its location', () => {
    expect(() => resolve({ 'Fn::If': [] }, scope)).toThrow('Stack/Thing: Fn::If is not supported');
  });

  it('Join rejects anything but strings', () => {
    const value = { 'Fn::Join': ['', [{ a: 1, b: 2 }]] };
    expect(() => resolve(value, scope)).toThrow('Stack/Thing: an intrinsic function expects a string here.');
  });
});

describe('deployment', () => {
  const data = {
    Resources: { Table: { Type: 'AWS::DynamoDB::Table' }, Vpc: { Type: 'AWS::EC2::VPC' } },
    Outputs: {
      TableOut: { Value: { Ref: 'Table' }, Export: { Name: 'data:Table' } },
      StreamOut: { Value: { 'Fn::GetAtt': ['Table', 'StreamArn'] }, Export: { Name: 'data:Stream' } },
    },
  };
  const service = {
    Parameters: { Size: { Type: 'String', Default: 'small' } },
    Resources: {
      Queue: {
        Type: 'AWS::SQS::Queue',
        Properties: {
          TableName: { 'Fn::ImportValue': 'data:Table' },
          Stream: { 'Fn::ImportValue': 'data:Stream' },
          Missing: { 'Fn::ImportValue': 'data:Missing' },
        },
      },
      NamedQueue: {
        Type: 'AWS::SQS::Queue',
        Properties: { QueueName: { 'Fn::Join': ['-', [{ Ref: 'Size' }, 'queue']] } },
      },
      [`Long${'x'.repeat(90)}`]: { Type: 'AWS::SQS::Queue' },
    },
  };

  const deploy = (): Deployment => ({
    stacks: Object.entries({ data, service }).map(([name, template]) => ({
      name,
      template: templateSchema.parse(template),
      assetFolders: new Map(),
    })),
    createdAttributes: new Map(),
  });

  const getResource = (deployment: Deployment, logicalId: string) => {
    const found = ['AWS::DynamoDB::Table', 'AWS::SQS::Queue', 'AWS::EC2::VPC']
      .flatMap((type) => findResources(deployment, type))
      .find((resource) => resource.logicalId === logicalId);
    if (found === undefined) throw new Error(`There is no ${logicalId}.`);
    return found;
  };

  const readQueueProperty = (deployment: Deployment, name: string) =>
    readProperties(deployment, getResource(deployment, 'Queue'), z.object({ [name]: z.string() }))[name];

  it('a value that another stack exports is resolved', () => {
    expect(readQueueProperty(deploy(), 'TableName')).toBe('data-Table');
  });

  it('an attribute known only after creation is resolved once it is added', () => {
    const deployment = deploy();
    expect(() => readQueueProperty(deployment, 'Stream')).toThrow('the attribute Table.StreamArn is not supported');
    addAttributes(deployment, getResource(deployment, 'Table'), { StreamArn: 'arn:stream' });
    expect(readQueueProperty(deployment, 'Stream')).toBe('arn:stream');
  });

  it('an unresolvable property is rejected only when it is read', () => {
    expect(() => readQueueProperty(deploy(), 'Missing')).toThrow(
      'service/Queue: no stack in the assembly exports data:Missing.',
    );
  });

  it('a resource of an unsupported type is named in the error', () => {
    const deployment = deploy();
    expect(() => resolveIdentity(deployment, getResource(deployment, 'Vpc'))).toThrow(
      'data/Vpc: resources of type AWS::EC2::VPC are not supported locally.',
    );
  });

  it('a template with a condition is refused', () => {
    expect(() => templateSchema.parse({ ...service, Conditions: { IsSmall: true } })).toThrow('IsSmall');
  });

  it("a name comes from the template or is generated within AWS's length limit", () => {
    const deployment = deploy();
    const identity = (logicalId: string) => resolveIdentity(deployment, getResource(deployment, logicalId));
    expect(identity('NamedQueue')['QueueName']).toBe('small-queue');
    expect(identity('Queue')['Arn']).toBe('arn:aws:sqs:eu-central-1:000000000000:service-Queue');
    expect(identity(`Long${'x'.repeat(90)}`)['QueueName']).toBe('x'.repeat(80));
  });
});
