import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import * as z from 'zod';
import type { HttpResponse } from '../http-server.ts';
import { LocalError } from '../local-error.ts';
import { type Deployment, findResources, qualifiedName, readProperties } from '../template/deployment.ts';

interface BucketFile {
  path: string;
  cacheControl: string | undefined;
}

/** Maps keys to files. It holds only files of an asset, so no key leads anywhere else. */
export type BucketFiles = Map<string, BucketFile>;

const deploymentSchema = z.object({
  SourceObjectKeys: z.array(z.string()),
  DestinationBucketKeyPrefix: z.string().optional(),
  SystemMetadata: z.object({ 'cache-control': z.string().optional() }).default({}),
});

export const readBucketFiles = (deployment: Deployment): BucketFiles =>
  new Map(
    findResources(deployment, 'Custom::CDKBucketDeployment').flatMap((resource) => {
      const properties = readProperties(deployment, resource, deploymentSchema);
      const { SourceObjectKeys, DestinationBucketKeyPrefix: prefix, SystemMetadata } = properties;
      return SourceObjectKeys.flatMap((objectKey) => {
        const folder = resource.stack.assetFolders.get(objectKey);
        if (folder === undefined)
          throw new LocalError(`${qualifiedName(resource)}: the assembly has no asset ${objectKey}.`);
        return listFiles(folder).map((path): [string, BucketFile] => {
          const name = relative(folder, path).split(sep).join('/');
          const key = prefix === undefined ? name : `${prefix}/${name}`;
          return [key, { path, cacheControl: SystemMetadata['cache-control'] }];
        });
      });
    }),
  );

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Answers GET and HEAD like S3 behind CloudFront, which refuses a key that does not exist. */
export const answerFile = async (
  files: BucketFiles,
  uri: string,
  ifNoneMatch: string | undefined,
): Promise<HttpResponse> => {
  const file = files.get(toKey(uri));
  if (file === undefined) return accessDenied;
  const body = await readFile(file.path);
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  const headers = describeFile(file, etag);
  if (matchesEtag(ifNoneMatch, etag)) return { statusCode: 304, headers, body: Buffer.alloc(0) };
  const contentType = contentTypes[extname(file.path)] ?? 'application/octet-stream';
  // Node would leave the length out of a response to HEAD.
  const content = { 'Content-Type': contentType, 'Content-Length': String(body.length) };
  return { statusCode: 200, headers: { ...headers, ...content }, body };
};

/** A path without proper percent-encoding names no key. */
const toKey = (uri: string): string => {
  try {
    return decodeURIComponent(uri).slice(1);
  } catch {
    return '';
  }
};

const describeFile = ({ cacheControl }: BucketFile, etag: string): Record<string, string> => ({
  ETag: etag,
  ...(cacheControl === undefined ? {} : { 'Cache-Control': cacheControl }),
});

const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
};

const accessDenied: HttpResponse = {
  statusCode: 403,
  headers: { 'Content-Type': 'application/xml' },
  body: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
  ),
};
