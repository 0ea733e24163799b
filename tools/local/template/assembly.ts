import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { LocalError } from '../local-error.ts';

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});

const outputSchema = z.object({
  Value: z.unknown(),
  Export: z.object({ Name: z.unknown() }).optional(),
});

export const templateSchema = z.object({
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown() })).default({}),
  // Neither is supported, and a resource must not be there or not by chance.
  Mappings: z.strictObject({}).optional(),
  Conditions: z.strictObject({}).optional(),
  Resources: z.record(z.string(), resourceSchema).default({}),
  Outputs: z.record(z.string(), outputSchema).default({}),
});

export type Template = z.infer<typeof templateSchema>;

export interface Stack {
  name: string;
  template: Template;
  assetFolders: Map<string, string>;
}

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      dependencies: z.array(z.string()).default([]),
      properties: z.looseObject({ templateFile: z.string().optional(), stackName: z.string().optional() }).default({}),
    }),
  ),
});

const assetManifestSchema = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

type Artifact = z.infer<typeof manifestSchema>['artifacts'][string];

/** Returns each stack after the stacks it depends on. */
export const readAssembly = (assemblyDir: string): Stack[] => {
  const { artifacts } = readJson(join(assemblyDir, 'manifest.json'), manifestSchema);
  return sortByDependency(artifacts).flatMap(([id, artifact]) => {
    const { templateFile, stackName } = artifact.properties;
    if (artifact.type !== 'aws:cloudformation:stack' || templateFile === undefined) return [];
    return {
      name: stackName ?? id,
      template: readJson(join(assemblyDir, templateFile), templateSchema),
      assetFolders: readAssetFolders(assemblyDir, templateFile),
    };
  });
};

const sortByDependency = (artifacts: Record<string, Artifact>): [string, Artifact][] => {
  const ordered = new Map<string, Artifact>();
  const visit = (id: string): void => {
    const artifact = artifacts[id];
    if (artifact === undefined || ordered.has(id)) return;
    for (const dependency of artifact.dependencies) visit(dependency);
    ordered.set(id, artifact);
  };
  for (const id of Object.keys(artifacts)) visit(id);
  return [...ordered];
};

const readAssetFolders = (assemblyDir: string, templateFile: string): Map<string, string> => {
  const assetsFile = templateFile.replace('.template.json', '.assets.json');
  const { files } = readJson(join(assemblyDir, assetsFile), assetManifestSchema);
  return new Map(
    Object.values(files).flatMap(({ source, destinations }) => {
      const { path } = source;
      if (path === undefined) return [];
      return Object.values(destinations).map(({ objectKey }) => [objectKey, join(assemblyDir, path)] as const);
    }),
  );
};

const readJson = <Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> => {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new LocalError(`${path} is missing or not part of a CDK cloud assembly.`, { cause: error });
  }
};
