import { ApiError, notFound } from '../../model/api-error.ts';
import type { Media, MediaFailure, StoredMedia } from '../../model/media/media.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { signObjectUrl } from '../../platform/signed-url.ts';
import { findMedia } from '../../table/media/media.ts';
import { toObjectKey } from './object-key.ts';

const urlSeconds = 300;

/** Files are usually there within seconds of their message. */
const firstAttemptSeconds = 2;

export const getMedia = async (workspaceId: string, messageId: string): Promise<Media> => {
  const stored = await findCurrent(workspaceId, messageId);
  if (!stored || isExpired(stored)) throw notFound('file');
  if (stored.status === 'pending') throw notCopied('pending', pendingMessage, secondsToNextAttempt(stored));
  if (stored.status === 'failed') throw notCopied(stored.failure, failureMessages[stored.failure]);
  const { content_type, size_bytes, filename } = stored;
  const url_expires_at = isoTime(clock.now() + urlSeconds * 1_000);
  const url = await signObjectUrl(toObjectKey(workspaceId, messageId), urlSeconds);
  return { message_id: messageId, content_type, size_bytes, filename, url, url_expires_at };
};

/** An eventual read costs half. What it does not show as copied may have been copied since. */
const findCurrent = async (workspaceId: string, messageId: string): Promise<StoredMedia | undefined> => {
  const stored = await findMedia(workspaceId, messageId, 'eventual');
  return stored?.status === 'copied' ? stored : findMedia(workspaceId, messageId);
};

/** DynamoDB removes expired items only within days. */
const isExpired = ({ expires }: StoredMedia): boolean => expires !== undefined && expires * 1_000 <= clock.now();

const secondsToNextAttempt = ({ next_attempt_at: at }: StoredMedia): number =>
  at === undefined ? firstAttemptSeconds : Math.max(1, Math.ceil((Date.parse(at) - clock.now()) / 1_000));

const pendingMessage = 'The file is not copied yet. Try again after the number of seconds in Retry-After.';

const failureMessages: Record<MediaFailure, string> = {
  too_large: 'The file was not copied: it is larger than this service accepts.',
  gone: 'The file was not copied: the channel does not have it any more. Ask the customer to send it again.',
  refused_address: "The file was not copied: the channel's link leads to an address that this service refuses.",
  unavailable:
    'The file was not copied: the channel did not return it in two hours. Ask the customer to send it again.',
};

/** The contract has no code of its own for a file that is not there, so a header says more than `not_found`. */
const notCopied = (status: 'pending' | MediaFailure, message: string, retryAfterSeconds?: number): ApiError =>
  new ApiError('not_found', message, {
    headers: {
      'X-Media-Status': status,
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  });
