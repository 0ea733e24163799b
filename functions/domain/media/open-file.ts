import type { IncomingHttpHeaders } from 'node:http';
import { pinnedLookup } from '../../platform/outbound/dns.ts';
import { type DownloadResult, openDownload } from '../../platform/outbound/download.ts';
import { checkTarget, type WebhookTarget } from '../webhooks/target-guard.ts';
import { type CopyFault, finalFault, passingFault } from './fault.ts';

export interface FileSource {
  outcome: 'found';
  url: string;
  /** It is sent to the host of `url` alone. */
  token: string | undefined;
  declaredType: string | null;
}

export interface OpenFile {
  outcome: 'open';
  body: AsyncIterable<Buffer>;
  headers: IncomingHttpHeaders;
  cancel: () => void;
}

const redirectsMax = 5;

/** 50 KB a second. A host that trickles would keep one of the few workers for the whole timeout. */
const leastRate = { bytes: 500_000, periodMs: 10_000 };

/** Every address on the way is checked, and the connection goes to the address that was checked. */
export const openFile = async (
  source: FileSource,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<OpenFile | CopyFault> => {
  const deadlineMs = performance.now() + timeoutMs;
  const tokenOrigin = URL.parse(source.url)?.origin;
  let url = source.url;
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const target = await checkTarget(url);
    if ('rejected' in target) return rejectTarget(target.rejected);
    const token = target.url.origin === tokenOrigin ? source.token : undefined;
    const response = await request(target, token, deadlineMs - performance.now(), signal);
    if (response.outcome === 'failed') return passingFault('unavailable', response.code);
    const next = findRedirect(response, target.url);
    if (next === undefined) return toFile(response, source);
    response.cancel();
    url = next;
  }
  return finalFault('unavailable', 'too many redirects');
};

/** A name server may be down. */
const rejectTarget = (rejection: string): CopyFault =>
  rejection === 'unresolved' ? passingFault('unavailable', rejection) : finalFault('refused_address', rejection);

const request = (
  { url, addresses }: WebhookTarget,
  token: string | undefined,
  timeoutMs: number,
  signal: AbortSignal,
) =>
  openDownload({
    url,
    signal,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    timeoutMs: Math.max(1, timeoutMs),
    lookup: pinnedLookup(addresses),
    leastRate,
  });

type Answer = Extract<DownloadResult, { outcome: 'answered' }>;

const findRedirect = ({ status, headers }: Answer, from: URL): string | undefined => {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined;
  return URL.parse(headers.location, from.href)?.href ?? headers.location;
};

const toFile = ({ status, headers, body, cancel }: Answer, { token }: FileSource): OpenFile | CopyFault => {
  if (status === 200) return { outcome: 'open', body, headers, cancel };
  cancel();
  const detail = `HTTP ${status}`;
  // The next attempt asks for a new link where there is a token. A link of its own has expired for good.
  const isGone = [404, 410].includes(status) || (status === 403 && token === undefined);
  if (isGone) return token === undefined ? finalFault('gone', detail) : passingFault('gone', detail);
  return passingFault('unavailable', detail);
};
