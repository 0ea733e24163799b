import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as z from 'zod';
import { chatManifest } from '../../../lib/chat/build.ts';
import { buildRecords } from '../../../lib/dashboard/build.ts';
import type { HttpResponse } from '../http-server.ts';
import { LocalError } from '../local-error.ts';
import { type Deployment, findResources, qualifiedName, readProperties } from '../template/deployment.ts';

interface BucketFile {
  path: string;
  /** Filled by the first request. */
  content?: Promise<FileContent>;
  cacheControl: string | undefined;
}

interface FileContent {
  body: Buffer;
  etag: string;
  /** Set for a file that CloudFront compresses. */
  gzip: Buffer | undefined;
}

/** Maps keys to files. It holds only files of an asset, so no key leads anywhere else. */
export type BucketFiles = Map<string, BucketFile>;

const deploymentSchema = z.object({
  SourceObjectKeys: z.array(z.string()),
  DestinationBucketKeyPrefix: z.string().default(''),
  SystemMetadata: z.object({ 'cache-control': z.string().optional() }).default({}),
});

/** Reads the files of the assembly, or of the folder from which they would be deployed. */
export const readBucketFiles = (deployment: Deployment, builtDir?: string): BucketFiles =>
  new Map(
    findResources(deployment, 'Custom::CDKBucketDeployment')
      .map((resource) => ({ resource, ...readProperties(deployment, resource, deploymentSchema) }))
      // The folder of a prefix may be below another one.
      .sort((left, right) => left.DestinationBucketKeyPrefix.length - right.DestinationBucketKeyPrefix.length)
      .flatMap(({ resource, SourceObjectKeys, DestinationBucketKeyPrefix: prefix, SystemMetadata }) =>
        SourceObjectKeys.flatMap((objectKey) => {
          const folder = builtDir === undefined ? resource.stack.assetFolders.get(objectKey) : join(builtDir, prefix);
          if (folder === undefined)
            throw new LocalError(`${qualifiedName(resource)}: the assembly has no asset ${objectKey}.`);
          return listFiles(folder)
            .filter((path) => !isRecord(relative(folder, path)))
            .map((path): [string, BucketFile] => [
              join(prefix, relative(folder, path)).split(sep).join('/'),
              { path, cacheControl: SystemMetadata['cache-control'] },
            ]);
        }),
      ),
  );

/** What the builds of the dashboard and of the chat keep about themselves. */
const isRecord = (path: string): boolean => path.startsWith(`${buildRecords}${sep}`) || path === chatManifest;

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
  { ifNoneMatch, acceptEncoding = '' }: { ifNoneMatch?: string | undefined; acceptEncoding?: string | undefined },
): Promise<HttpResponse> => {
  const file = files.get(toKey(uri));
  if (file === undefined) return accessDenied;
  file.content ??= readContent(file);
  const { body, etag, gzip } = await file.content;
  const isCompressed = gzip !== undefined && /\bgzip\b/.test(acceptEncoding);
  const headers = describeFile(file, isCompressed ? `W/${etag}` : etag);
  if (matchesEtag(ifNoneMatch, etag)) return { statusCode: 304, headers, body: Buffer.alloc(0) };
  const sent = isCompressed ? gzip : body;
  // Node would leave the length out of a response to HEAD.
  const content = { 'Content-Type': contentTypeOf(file), 'Content-Length': String(sent.length) };
  const encoding: Record<string, string> = isCompressed ? { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } : {};
  return { statusCode: 200, headers: { ...headers, ...content, ...encoding }, body: sent };
};

const contentTypeOf = ({ path }: BucketFile): string => contentTypes[extname(path)] ?? 'application/octet-stream';

/** CloudFront compresses text from this size on. */
const compressedBytesMin = 1_000;
const compress = promisify(gzip);
const compressible = /^text\/|json$|svg/;

const readContent = async (file: BucketFile): Promise<FileContent> => {
  const body = await readFile(file.path);
  const isWorthIt = body.length >= compressedBytesMin && compressible.test(contentTypeOf(file));
  return {
    body,
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    gzip: isWorthIt ? await compress(body) : undefined,
  };
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
