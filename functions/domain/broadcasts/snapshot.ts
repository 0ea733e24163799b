import { ApiError } from '../../model/api-error.ts';
import type { AudienceEntry, ListedPage } from '../../model/broadcasts/audience.ts';
import type { NewBroadcast, RequestedAudience } from '../../model/broadcasts/broadcast.ts';
import { countRejected } from '../../model/broadcasts/preview.ts';
import { type ContactField, listContactFields } from '../../model/contacts/values.ts';
import type { StoredAudience } from '../../table/broadcasts/audience.ts';
import { findSegment, type StoredSegment } from '../../table/segments/segments.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import {
  addContacts,
  distinctContactIds,
  parseNumbers,
  type Recipients,
  readListedContacts,
  readSegmentAudience,
} from './audience.ts';
import { readUploadedFile, takeFile } from './audience-file.ts';

export interface AudienceSnapshot {
  /** They are undefined if the audience is read later. */
  entries: AudienceEntry[] | undefined;
  rejected: number;
  segment?: NonNullable<StoredAudience['segment']>;
  listedPages?: ListedPage[];
  file?: NonNullable<StoredAudience['file']>;
  /** The broadcast whose failed recipients it is. */
  retryOf?: { id: string; resentAs: string | undefined };
  expectedCount?: number;
}

/** A segment of up to this size is read while the caller waits, a larger one in the background. */
export const inlineContactsMax = 300;

export const snapshotAudience = async (
  workspace: StoredWorkspace,
  broadcastId: string,
  input: NewBroadcast,
): Promise<AudienceSnapshot> => {
  const { audience } = input;
  if (audience.kind === 'segment') return snapshotSegment(workspace, broadcastId, audience.segmentId, input);
  if (audience.kind === 'file') return snapshotFile(workspace, broadcastId, audience.fileId, input);
  const recipients = await readListedAudience(workspace, audience, listInputFields(input));
  const rejected = countRejected(recipients.rejections);
  requireRecipients(recipients.entries.length, rejected);
  return { entries: recipients.entries, rejected };
};

export const readListedAudience = async (
  { id: workspaceId, default_country }: StoredWorkspace,
  audience: Extract<RequestedAudience, { kind: 'contacts' | 'numbers' }>,
  fields: readonly ContactField[],
  isCounting = false,
): Promise<Recipients> => {
  if (audience.kind === 'numbers') {
    const recipients = parseNumbers(audience.numbers, default_country);
    return isCounting || fields.length > 0 ? addContacts(workspaceId, recipients, fields) : recipients;
  }
  const ids = distinctContactIds(audience.contactIds);
  const { rejections, ...recipients } = await readListedContacts(workspaceId, ids, fields);
  const duplicate = rejections.duplicate + audience.contactIds.length - ids.length;
  return { ...recipients, rejections: { ...rejections, duplicate } };
};

const snapshotSegment = async (
  { id: workspaceId }: StoredWorkspace,
  broadcastId: string,
  segmentId: string,
  input: NewBroadcast,
): Promise<AudienceSnapshot> => {
  const storedSegment = await getAudienceSegment(workspaceId, segmentId);
  const segment = { id: segmentId, filter: storedSegment.filter };
  const page = { limit: inlineContactsMax, after: broadcastId };
  const read = await readSegmentAudience(workspaceId, segment, page, listInputFields(input));
  if (read.next !== undefined) return { entries: undefined, rejected: 0, segment, ...toExpectedCount(storedSegment) };
  const rejected = countRejected(read.rejections);
  requireRecipients(read.entries.length, rejected);
  return { entries: read.entries, rejected, segment };
};

/** The recipients are read in the background. */
export const snapshotFile = async (
  { id: workspaceId, default_country: country }: StoredWorkspace,
  broadcastId: string,
  id: string,
  { template }: NewBroadcast,
): Promise<AudienceSnapshot> => {
  const { rowCount, etag } = await readUploadedFile(workspaceId, id, template.params);
  await takeFile(workspaceId, broadcastId, id, etag);
  return { entries: undefined, rejected: 0, file: { id, country }, expectedCount: rowCount };
};

export const listInputFields = ({ template, audience }: NewBroadcast): ContactField[] =>
  listContactFields([
    template.params,
    ...(audience.kind === 'numbers' ? audience.numbers.map(({ params }) => params) : []),
  ]);

export const getAudienceSegment = async (workspaceId: string, segmentId: string): Promise<StoredSegment> => {
  const segment = await findSegment(workspaceId, segmentId);
  if (segment) return segment;
  throw new ApiError(
    'not_found',
    '"segment_id" is not a segment of this workspace. Use an id that GET /segments lists.',
  );
};

export const toExpectedCount = ({ kind, member_count }: StoredSegment): { expectedCount?: number } =>
  kind === 'static' ? { expectedCount: member_count } : {};

export const requireRecipients = (accepted: number, rejected: number): void => {
  if (accepted > 0) return;
  throw new ApiError(
    'bad_request',
    rejected === 0
      ? 'The segment has no contacts. Add contacts to it first.'
      : `None of the ${rejected} recipients has a usable phone number. ` +
          'List contacts with a phone number, or numbers in E.164, for example +14155550123.',
  );
};
