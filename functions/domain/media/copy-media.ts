import { buildMediaJob, type MediaJob } from '../../model/jobs/messages.ts';
import type { CopiedFile, StoredMedia } from '../../model/media/media.ts';
import { copyIfUnchanged, readObjectHead, removeObjects } from '../../platform/bucket.ts';
import { clock, isoTime, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { findMedia, type MediaUpdate, noteDuration, updateMedia } from '../../table/media/media.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import { findFile } from '../channels/msgapp/find-file.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { type CopyFault, finalFault, passingFault } from './fault.ts';
import { sniffedBytes, sniffType, toEssence, toSafeFilename } from './media-type.ts';
import { toObjectKey, toUploadKey } from './object-key.ts';
import { type FileSource, openFile } from './open-file.ts';
import { withSlotIfSlow } from './slow-copies.ts';
import { storeFile, toDisposition } from './store-file.ts';

/** This limits the whole download, within the function's timeout. */
const downloadTimeoutMs = 120_000;

const typeLengthMax = 255;

/** Two hours in all: a token is replaced and an outage is over by then, mostly. */
const retryDelaysSeconds = [10, 60, 300, 900, 900, 900, 900, 900, 900, 900, 900] as const;

/**
 * Copies the file of a customer's message into the bucket. Errors of the channel are recorded and retried; ours throw.
 * A job that runs twice writes the same object twice.
 */
export const copyMedia = async (job: MediaJob): Promise<void> => {
  const { workspaceId, messageId, attempt } = job;
  addLogFields({ workspace_id: workspaceId, received_message_id: messageId, attempt });
  const stored = await findMedia(workspaceId, messageId);
  if (!stored) return discard(job);
  if (stored.status !== 'pending' || stored.attempts !== attempt - 1)
    return addLogFields({ outcome: 'skipped', reason: 'already_attempted' });
  const result = await withSlotIfSlow(workspaceId, (signal) => tryCopy(stored, signal));
  if (result.outcome === 'fault') return recordFault(job, stored, result);
  const { outcome, ...file } = result;
  addLogFields(fileFields(file));
  await Promise.all([
    settle(job, stored, { status: 'copied', ...file, expires: toExpiry() }),
    noteDuration(stored, file.duration_seconds),
  ]);
};

const tryCopy = async (stored: StoredMedia, signal: AbortSignal): Promise<Awaited<ReturnType<typeof storeFile>>> => {
  if (stored.channel === 'web' && stored.source.id !== null) return takeUpload(stored, stored.source.id);
  const source = await findSource(stored);
  if (source.outcome === 'fault') return source;
  const file = await openFile(source, downloadTimeoutMs, signal);
  if (file.outcome === 'fault') return file;
  const declaredType = source.declaredType ?? file.headers['content-type'];
  return storeFile(file, {
    key: toObjectKey(stored.workspace_id, stored.message_id),
    declaredType: declaredType?.slice(0, typeLengthMax) ?? null,
    filename: stored.source.filename,
  });
};

/** A visitor of the web chat has put the file into the bucket, so nothing is fetched. */
const takeUpload = async (
  { workspace_id, message_id, source }: StoredMedia,
  uploadId: string,
): Promise<Awaited<ReturnType<typeof storeFile>>> => {
  const uploadKey = toUploadKey(workspace_id, uploadId);
  const head = await readObjectHead(uploadKey, sniffedBytes);
  if (!head) return finalFault('gone', 'the upload is gone');
  const { contentType: declared_type, sizeBytes: size_bytes, etag } = head;
  const contentType = sniffType(head.bytes, declared_type);
  const filename = toSafeFilename(source.filename ?? 'file', contentType);
  const contentDisposition = toDisposition(contentType, filename);
  const key = toObjectKey(workspace_id, message_id);
  if (!(await copyIfUnchanged(uploadKey, { key, contentType, contentDisposition, etag })))
    return passingFault('unavailable', 'the upload changed');
  return { outcome: 'stored', content_type: contentType, declared_type, size_bytes, filename };
};

/** The next job is enqueued before this attempt counts: after a crash in between, this job runs again. */
const recordFault = async (job: MediaJob, stored: StoredMedia, fault: CopyFault): Promise<void> => {
  const delaySeconds = retryDelaysSeconds[job.attempt - 1];
  if (fault.isFinal || delaySeconds === undefined) {
    addLogFields({ outcome: 'dropped', reason: fault.failure, detail: fault.detail });
    return settle(job, stored, { status: 'failed', failure: fault.failure, expires: toExpiry() });
  }
  addLogFields({ outcome: 'retry', reason: fault.failure, detail: fault.detail });
  await enqueueJobs([buildMediaJob({ ...job, attempt: job.attempt + 1 }, delaySeconds)]);
  await settle(job, stored, { attempts: job.attempt, next_attempt_at: isoTime(clock.now() + delaySeconds * 1_000) });
};

const settle = async (job: MediaJob, stored: StoredMedia, update: MediaUpdate): Promise<void> => {
  if ((await updateMedia(stored, update)) === 'removed') await discard(job);
};

/** The message was erased, maybe while its file was on the way. */
const discard = async ({ workspaceId, messageId }: MediaJob): Promise<void> => {
  addLogFields({ outcome: 'dropped', reason: 'erased' });
  await removeObjects([toObjectKey(workspaceId, messageId)]);
};

const toExpiry = (): number => nowSeconds() + env.mediaDays() * secondsPerDay;

const fileFields = ({ content_type, declared_type, size_bytes }: CopiedFile) => ({
  bytes: size_bytes,
  content_type,
  ...(toEssence(content_type) === toEssence(declared_type) ? {} : { declared_type }),
});

const lookupTimeoutMs = 10_000;

/** The address of the file now. Links of msgapp last five minutes, so every attempt asks for a new one. */
const findSource = async ({ workspace_id, channel, source }: StoredMedia): Promise<FileSource | CopyFault> => {
  if (channel === 'msgapp' && source.id !== null) return findMsgappSource(workspace_id, source.id, source.mimeType);
  if (source.url === null) return finalFault('gone', 'the message has no link');
  return { outcome: 'found', url: source.url, token: undefined, declaredType: source.mimeType };
};

/** "Unsupported request": the id does not exist, any more or for this account. */
const unknownIdCode = 100;

const findMsgappSource = async (
  workspaceId: string,
  mediaId: string,
  declaredType: string | null,
): Promise<FileSource | CopyFault> => {
  const workspace = await getStoredWorkspace(workspaceId);
  if (!workspace.msgapp_account) return passingFault('unavailable', 'the number is not connected');
  const account = await decryptMsgappAccount(workspace);
  const file = await findFile(account, mediaId, lookupTimeoutMs);
  switch (file.outcome) {
    case 'found':
      return {
        outcome: 'found',
        url: file.url,
        token: account.accessToken,
        declaredType: declaredType ?? file.mimeType,
      };
    case 'refused':
      return file.code === unknownIdCode
        ? finalFault('gone', `code ${file.code}`)
        : passingFault('unavailable', `code ${file.code}`);
    case 'unreachable':
      return passingFault('unavailable', file.reason);
  }
};
