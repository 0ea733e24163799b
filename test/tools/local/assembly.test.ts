import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAssembly } from '../../../tools/local/template/assembly.ts';
import { newFolder } from './fixture/folder.ts';

const assemblyOf = (files: Record<string, unknown>): string => {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
};

const stackArtifact = (name: string, dependencies: string[]) => ({
  type: 'aws:cloudformation:stack',
  dependencies,
  properties: { templateFile: `${name}.template.json`, stackName: `stack-${name}` },
});

const assets = {
  files: { abc: { source: { path: 'asset.abc' }, destinations: { here: { objectKey: 'abc.zip' } } } },
};

test('gives stacks after those that they depend on, with the folders of their assets', () => {
  const folder = assemblyOf({
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
  });
  const stacks = readAssembly(folder);
  expect(stacks.map(({ name }) => name)).toEqual(['stack-data', 'stack-service']);
  expect(stacks[1]?.assetFolders).toEqual(new Map([['abc.zip', join(folder, 'asset.abc')]]));
});

test('names the file that is not part of an assembly', () => {
  expect(() => readAssembly('/nowhere')).toThrow(
    '/nowhere/manifest.json cannot be read as part of a CDK cloud assembly.',
  );
});
