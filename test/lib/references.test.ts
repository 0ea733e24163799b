import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import { readAssembly } from '../../tools/local/template/assembly.ts';
import { synthesizeEverything } from './fixture/everything.ts';
import { findDangling, listExports, listReferences, parseTemplate } from './fixture/references.ts';

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
    ({ text, index }) => {
      expect(findDangling(parseTemplate(text), exportsBefore(index))).toEqual([]);
    },
  );

  it.each(stacks)('no resources of $name wait for each other', ({ text }) => {
    expect(() => Template.fromJSON(JSON.parse(text))).not.toThrow();
  });
});

describe('findDangling', () => {
  const queue = { Type: 'AWS::SQS::Queue' };
  const find = (resource: object): string[] =>
    findDangling(
      parseTemplate(JSON.stringify({ Resources: { Queue: { ...queue, ...resource } } })),
      new Set(['Known']),
    );

  it.each([
    [{ DependsOn: 'Gone' }, 'resource Gone'],
    [{ DependsOn: ['Queue', 'Gone'] }, 'resource Gone'],
    [{ Condition: 'Gone' }, 'condition Gone'],
    [{ Properties: { QueueName: { Ref: 'Gone' } } }, 'resource or parameter Gone'],
    [{ Properties: { Tags: [{ Value: { 'Fn::GetAtt': ['Gone', 'Arn'] } }] } }, 'resource Gone'],
    [{ Properties: { QueueName: { 'Fn::Sub': `\${AWS::Region}-\${Gone.Arn}-\${!Kept}` } } }, 'resource Gone'],
    [{ Properties: { QueueName: { 'Fn::Join': ['', [{ 'Fn::ImportValue': 'Gone' }]] } } }, 'export Gone'],
    [{ Properties: { QueueName: { 'Fn::If': ['Gone', 'a', 'b'] } } }, 'condition Gone'],
    [{ Properties: { QueueName: { 'Fn::FindInMap': ['Gone', 'a', 'b'] } } }, 'mapping Gone'],
  ])('the reference in %j leads nowhere', (resource, dangling) => {
    expect(find(resource)).toEqual([dangling]);
  });

  it('references to resources, pseudo parameters and exports of earlier stacks are in order', () => {
    const names = [{ Ref: 'Queue' }, { 'Fn::GetAtt': ['Queue', 'Arn'] }, { Ref: 'AWS::Region' }];
    expect(find({ Properties: { Names: [...names, { 'Fn::ImportValue': 'Known' }] } })).toEqual([]);
  });
});
