import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import { LocalError } from '../local-error.ts';
import {
  type Deployment,
  findResources,
  qualifiedName,
  type Resource,
  readAllProperties,
} from '../template/deployment.ts';

export interface BucketFile {
  path: string;
  cacheControl: string | undefined;
}

/** By key. Only files of an asset are in it, so no key leads anywhere else. */
export type BucketFiles = Map<string, BucketFile>;

const patternsSchema = z.array(z.string()).default([]);

const deploymentSchema = z.strictObject({
  ServiceToken: z.string(),
  SourceBucketNames: z.array(z.string()),
  SourceObjectKeys: z.array(z.string()),
  /** Values that replace placeholders in the files. */
  SourceMarkers: z.array(z.strictObject({})).optional(),
  SourceMarkersConfig: z.unknown().optional(),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().default(''),
  Exclude: patternsSchema,
  Include: patternsSchema,
  Prune: z.boolean().optional(),
  RetainOnDelete: z.boolean().optional(),
  WaitForDistributionInvalidation: z.boolean().optional(),
  DistributionId: z.string().optional(),
  DistributionPaths: z.array(z.string()).optional(),
  OutputObjectKeys: z.boolean().optional(),
  SystemMetadata: z.strictObject({ 'cache-control': z.string().optional() }).default({}),
});

type BucketDeployment = z.infer<typeof deploymentSchema>;

export const readBucketFiles = (deployment: Deployment, bucketName: string): BucketFiles =>
  new Map(
    findResources(deployment, 'Custom::CDKBucketDeployment').flatMap((resource) => {
      const properties = readAllProperties(deployment, resource, deploymentSchema);
      return properties.DestinationBucketName === bucketName ? listFiles(resource, properties) : [];
    }),
  );

const listFiles = (resource: Resource, properties: BucketDeployment): [string, BucketFile][] =>
  properties.SourceObjectKeys.flatMap((objectKey) => {
    const folder = resource.stack.assetFolders.get(objectKey);
    if (folder === undefined)
      throw new LocalError(`${qualifiedName(resource)}: the assembly has no asset ${objectKey}.`);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path, name: relative(folder, path).split(sep).join('/') }))
      .filter(({ name }) => isIncluded(name, properties))
      .map(({ path, name }) => [
        [properties.DestinationBucketKeyPrefix, name].filter((part) => part !== '').join('/'),
        { path, cacheControl: properties.SystemMetadata['cache-control'] },
      ]);
  });

/** Like `aws s3 sync`: the last pattern that matches decides, and includes come after excludes. */
const isIncluded = (name: string, { Exclude, Include }: BucketDeployment): boolean =>
  !Exclude.some((pattern) => matchesWildcards(pattern, name)) ||
  Include.some((pattern) => matchesWildcards(pattern, name));

/** `*` stands for any characters, also a slash, and `?` for one. */
export const matchesWildcards = (pattern: string, text: string): boolean => {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(text);
};
