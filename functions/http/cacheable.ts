import { createHash } from 'node:crypto';
import { addHeaders, type Middleware, type RequestState, readHeader } from './middleware.ts';
import type { Replay } from './request.ts';

/** Marks a response that is the same for everyone. */
export const cacheable = (maxAgeSeconds: number): Middleware => conditional(`public, max-age=${maxAgeSeconds}`);

/** Marks a read that its page repeats: the body travels only if it changed. */
export const revalidated = (): Middleware => conditional('private, no-cache');

/** A result whose version costs less than the result: it is not read for a caller who has this version. */
export interface Versioned<Result> {
  version: string;
  read: () => Promise<Result>;
}

interface VersionState extends RequestState {
  version?: string;
}

/** Innermost, so that nothing else happens to a result that the caller has. */
export const readIfChanged = (): Middleware<VersionState> => ({
  after: async (request) => {
    const result: unknown = request.response;
    if (!isVersioned(result)) return;
    request.internal.version = result.version;
    const ifNoneMatch = readHeader(request.internal.event, 'if-none-match');
    const unchanged: Replay = { replay: { status: 304, body: '' } };
    Object.assign(request, {
      response: isCurrent(toTag(result.version), ifNoneMatch) ? unchanged : await result.read(),
    });
  },
});

const isVersioned = (result: unknown): result is Versioned<unknown> =>
  typeof result === 'object' && result !== null && 'version' in result && 'read' in result;

const toTag = (text: string): string => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** The ETag is weak, because the body may be compressed after it. */
const conditional = (cacheControl: string): Middleware<VersionState> => ({
  after: (request) => {
    if (!request.response) return;
    const tag = toTag(request.internal.version ?? request.response.body);
    if (isCurrent(tag, readHeader(request.internal.event, 'if-none-match')))
      request.response = { ...request.response, statusCode: 304, body: '' };
    addHeaders(request, { 'Cache-Control': cacheControl, ETag: `W/${tag}`, Vary: 'Accept-Encoding' });
  },
});

const isCurrent = (tag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .some((candidate) => candidate === tag || candidate === '*');
