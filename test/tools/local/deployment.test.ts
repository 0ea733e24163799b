import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  addAttributes,
  type Deployment,
  findResources,
  readProperties,
  resolveIdentity,
} from '../../../tools/local/template/deployment.ts';
import { templateSchema } from '../../../tools/local/template/template.ts';

const data = {
  Resources: { Table: { Type: 'AWS::DynamoDB::Table' }, Vpc: { Type: 'AWS::EC2::VPC' } },
  Outputs: {
    TableOut: { Value: { Ref: 'Table' }, Export: { Name: 'data:Table' } },
    StreamOut: { Value: { 'Fn::GetAtt': ['Table', 'StreamArn'] }, Export: { Name: 'data:Stream' } },
  },
};
const service = {
  Parameters: { Size: { Type: 'String', Default: 'small' } },
  Conditions: {
    IsSmall: { 'Fn::Equals': [{ Ref: 'Size' }, 'small'] },
    IsLarge: { 'Fn::Not': [{ Condition: 'IsSmall' }] },
  },
  Resources: {
    Queue: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        TableName: { 'Fn::ImportValue': 'data:Table' },
        Stream: { 'Fn::ImportValue': 'data:Stream' },
        Missing: { 'Fn::ImportValue': 'nobody:Exports' },
      },
    },
    LargeQueue: { Type: 'AWS::SQS::Queue', Condition: 'IsLarge' },
    NamedQueue: {
      Type: 'AWS::SQS::Queue',
      Condition: 'IsSmall',
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

const find = (deployment: Deployment, logicalId: string) => {
  const found = ['AWS::DynamoDB::Table', 'AWS::SQS::Queue', 'AWS::EC2::VPC']
    .flatMap((type) => findResources(deployment, type))
    .find((resource) => resource.logicalId === logicalId);
  if (found === undefined) throw new Error(`There is no ${logicalId}.`);
  return found;
};

const text = (name: string) => z.object({ [name]: z.string() });

test('a value exported by one stack is imported by another', () => {
  const deployment = deploy();
  const queue = find(deployment, 'Queue');
  expect(readProperties(deployment, queue, text('TableName'))).toEqual({ TableName: 'data-Table' });
});

test('an attribute that exists only after creation is found once it is learned', () => {
  const deployment = deploy();
  const queue = find(deployment, 'Queue');
  expect(() => readProperties(deployment, queue, text('Stream'))).toThrow('Table has no attribute StreamArn');
  addAttributes(deployment, find(deployment, 'Table'), { StreamArn: 'arn:stream' });
  expect(readProperties(deployment, queue, text('Stream'))).toEqual({ Stream: 'arn:stream' });
});

test('a property that cannot be resolved troubles only those who read it', () => {
  const deployment = deploy();
  const queue = find(deployment, 'Queue');
  expect(() => readProperties(deployment, queue, text('Missing'))).toThrow(
    'service/Queue: no stack of the assembly exports nobody:Exports.',
  );
});

test('a resource of a type that nothing stands for is named in the problem', () => {
  const deployment = deploy();
  expect(() => resolveIdentity(deployment, find(deployment, 'Vpc'))).toThrow(
    'data/Vpc: nothing on this machine stands for a resource of type AWS::EC2::VPC.',
  );
});

test('a resource whose condition is false is not there', () => {
  const ids = findResources(deploy(), 'AWS::SQS::Queue').map(({ logicalId }) => logicalId);
  expect(ids).toContain('NamedQueue');
  expect(ids).not.toContain('LargeQueue');
});

test('names come from the template, or are made as CloudFormation would and cut to what AWS takes', () => {
  const deployment = deploy();
  expect(resolveIdentity(deployment, find(deployment, 'NamedQueue'))['QueueName']).toBe('small-queue');
  expect(resolveIdentity(deployment, find(deployment, 'Queue'))['Arn']).toBe(
    'arn:aws:sqs:eu-central-1:000000000000:service-Queue',
  );
  expect(resolveIdentity(deployment, find(deployment, `Long${'x'.repeat(90)}`))['QueueName']).toBe('x'.repeat(80));
});
