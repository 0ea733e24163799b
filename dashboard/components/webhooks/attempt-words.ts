import { en } from '../../texts/en.ts';

const words = en.deliveries.failureWords;

/** Plain words for the failure codes that the service records when there is no HTTP status. */
const wordsByCode: Readonly<Record<string, string>> = {
  timeout: words.timeout,
  ECONNREFUSED: words.refused,
  ECONNRESET: words.closed,
  EPIPE: words.closed,
  UND_ERR_SOCKET: words.closed,
  ENOTFOUND: words.unresolved,
  EAI_AGAIN: words.unresolved,
  EHOSTUNREACH: words.unreachable,
  ENETUNREACH: words.unreachable,
  'rejected: unresolved': words.unresolved,
  'rejected: not_public': words.notPublic,
  'rejected: not_https': words.notHttps,
  'rejected: malformed': words.malformed,
  'rejected: userinfo': words.malformed,
};

/** Node's names for certificates that are expired, self-signed, of another host or of an unknown authority. */
const certificateCode = /CERT|TLS|SSL|ALTNAME|ISSUER|SELF_SIGNED/;

export const describeAttempt = (code: number | string): string => {
  if (typeof code === 'number') return String(code);
  return wordsByCode[code] ?? (certificateCode.test(code) ? words.certificate : words.other(code));
};

export const isAccepted = (code: number | string): boolean => typeof code === 'number' && code >= 200 && code < 300;
