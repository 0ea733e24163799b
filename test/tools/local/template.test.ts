import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { readBucketFiles } from '../../../tools/local/distribution/files.ts';
import { readAssembly, templateSchema } from '../../../tools/local/template/assembly.ts';
import {
  addAttributes,
  type Deployment,
  findResources,
  readProperties,
  resolve,
  resolveIdentity,
  type Scope,
} from '../../../tools/local/template/deployment.ts';

it('a missing file of the assembly is named in the error', () => {
  expect(() => readAssembly('/nowhere')).toThrow(
    '/nowhere/manifest.json is missing or not part of a CDK cloud assembly.',
  );
});

it('the folder of a build has only the files that deploy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['.vite', 'assets']) mkdirSync(join(folder, name));
  for (const name of ['.vite/manifest.json', 'assets/a.js', 'index.html']) writeFileSync(join(folder, name), '');
  const toResource = (prefix: string) => ({
    Type: 'Custom::CDKBucketDeployment',
    Properties: { SourceObjectKeys: ['x.zip'], DestinationBucketKeyPrefix: prefix },
  });
  const template = templateSchema.parse({ Resources: { Assets: toResource('assets'), Page: toResource('') } });
  const stacks = [{ name: 'dashboard', template, assetFolders: new Map<string, string>() }];
  const files = readBucketFiles({ stacks, createdAttributes: new Map() }, folder);
  expect([...files.keys()].sort()).toEqual(['assets/a.js', 'index.html']);
});

describe('intrinsic function', () => {
  const references: Record<string, unknown> = {
    Table: 'table-1',
    'AWS::Region': 'eu-central-1',
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
    ['Ref', { Ref: 'Table' }, 'table-1'],
    ['GetAtt', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table.Arn'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Table' }, 3]] }, 'a-table-1-3'],
    ['Sub', { 'Fn::Sub': `in ${v('AWS::Region')}` }, 'in eu-central-1'],
    ['Select', { 'Fn::Select': [1, ['a', { Ref: 'Table' }]] }, 'table-1'],
    ['Select from a Split', { 'Fn::Select': ['1', { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': `export-${v('Table')}` } }, 'imported-export-table-1'],
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
