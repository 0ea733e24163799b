import { ApiError } from '../../model/api-error.ts';
import type { ListedPage } from '../../model/broadcasts/audience.ts';
import type { NewBroadcast } from '../../model/broadcasts/broadcast.ts';
import { countRejected } from '../../model/broadcasts/preview.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { pack } from '../../platform/pack.ts';
import type { StoredAudience } from '../../table/broadcasts/audience.ts';
import { beginBroadcast, type StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findSegment } from '../../table/segments/segments.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { distinctContactIds, isId, packEntries, parseNumbers } from './audience.ts';
import { segmentDeletedReason } from './failure-reasons.ts';
import {
  type AudienceSnapshot,
  getAudienceSegment,
  requireRecipients,
  snapshotFile,
  toExpectedCount,
} from './snapshot.ts';

const daysMax = 30;

/** The time in UTC with milliseconds, as all times are stored. */
export const readSchedule = (scheduledAt: string | undefined): string | undefined => {
  if (scheduledAt === undefined) return undefined;
  const timeMs = Date.parse(scheduledAt);
  const nowMs = clock.now();
  if (timeMs > nowMs && timeMs <= nowMs + daysMax * dayMs) return isoTime(timeMs);
  throw new ApiError(
    'bad_request',
    `"scheduled_at" must be in the next ${daysMax} days. The time is now ${isoTime(nowMs)}; leave it out to send at once.`,
  );
};

/** `prepareBroadcast` looks up so many at once. */
export const recipientsPerPage = 450;

/** Builds the part of the audience that a scheduled broadcast stores. Contacts and segments are read when it begins. */
export const planAudience = async (
  workspace: StoredWorkspace,
  broadcastId: string,
  input: NewBroadcast,
): Promise<AudienceSnapshot> => {
  const { audience } = input;
  if (audience.kind === 'file') return snapshotFile(workspace, broadcastId, audience.fileId, input);
  if (audience.kind === 'segment') {
    const segment = await getAudienceSegment(workspace.id, audience.segmentId);
    const { id, filter } = segment;
    return { entries: undefined, rejected: 0, segment: { id, filter }, ...toExpectedCount(segment) };
  }
  return audience.kind === 'contacts'
    ? planContacts(audience.contactIds)
    : planNumbers(parseNumbers(audience.numbers, workspace.default_country));
};

const planContacts = (contactIds: readonly string[]): AudienceSnapshot => {
  const ids = distinctContactIds(contactIds).filter(isId);
  const pages = pack(ids, { countMax: recipientsPerPage }).map((contact_ids) => ({ contact_ids }));
  return toListedSnapshot(pages, ids.length, contactIds.length - ids.length);
};

const planNumbers = ({ entries, rejections }: ReturnType<typeof parseNumbers>): AudienceSnapshot => {
  const pages = packEntries(entries, recipientsPerPage).map((page) => ({ entries: page }));
  return toListedSnapshot(pages, entries.length, countRejected(rejections));
};

const toListedSnapshot = (listedPages: ListedPage[], accepted: number, rejected: number): AudienceSnapshot => {
  requireRecipients(accepted, rejected);
  return { entries: undefined, rejected, listedPages, expectedCount: accepted + rejected };
};

/**
 * Fixes what the audience is read from: the segment's filter of now, and contacts that exist now. False if another
 * worker began it or somebody canceled it first.
 */
export const beginScheduled = async (broadcast: StoredBroadcast, { segment }: StoredAudience): Promise<boolean> => {
  if (!segment) return beginBroadcast(broadcast, { before: '0' });
  const current = await findSegment(broadcast.workspace_id, segment.id);
  return beginBroadcast(
    broadcast,
    current
      ? { segment: { id: current.id, filter: current.filter }, before: newId() }
      : { before: newId(), is_finished: true },
    current ? {} : { failure_reason: segmentDeletedReason },
  );
};
