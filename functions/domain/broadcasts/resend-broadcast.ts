import { ApiError } from '../../model/api-error.ts';
import { type Broadcast, isVoidResend, type Resend, type ShownBroadcast } from '../../model/broadcasts/broadcast.ts';
import { noRejections } from '../../model/broadcasts/preview.ts';
import { listContactFields } from '../../model/contacts/values.ts';
import { findBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findErasureTimes } from '../../table/contacts/contacts.ts';
import { addContacts, type Recipients } from './audience.ts';
import { getBroadcast, getShownBroadcast } from './broadcasts.ts';
import { checkCanBroadcast, sentByAnother, storeBroadcast } from './create-broadcast.ts';
import { isErasedSince } from './failure-reasons.ts';
import { isTemporary } from './failures.ts';
import { readOutcomes } from './list-recipients.ts';

/**
 * Sends the message of a completed broadcast to those again who failed for a temporary reason. They are read in the
 * background, like a large segment. Idempotent by the id.
 */
export const resendBroadcast = async (
  workspaceId: string,
  originalId: string,
  id: string,
  { name, scheduled_at }: Resend,
): Promise<Broadcast> => {
  if (await findBroadcast(workspaceId, id)) return getBroadcast(workspaceId, id);
  const original = await getShownBroadcast(workspaceId, originalId);
  const { template } = original;
  requireTemporaryFailures(original);
  const resentAs = await findResent(workspaceId, original.resent_as);
  // Its recipients were checked before, and the template may have changed since: each is checked when it is sent.
  const input = { name, template, audience: { kind: 'numbers' as const, numbers: [] }, scheduledAt: scheduled_at };
  const { workspace, scheduledAt } = await checkCanBroadcast(workspaceId, input);
  const expectedCount = original.temporary_count;
  const snapshot = { entries: undefined, rejected: 0, retryOf: { id: originalId, resentAs }, expectedCount };
  return storeBroadcast(workspace, { id, scheduledAt }, input, snapshot);
};

/** Until the end a recipient may still fail, and would be left out. */
const requireTemporaryFailures = ({ completed_at, failed_count, temporary_count }: ShownBroadcast): void => {
  if (completed_at === null)
    throw new ApiError('bad_request', 'This broadcast is not completed. Wait for its end, or cancel it first.');
  if (temporary_count > 0) return;
  const fault = failed_count === 0 ? 'failed' : 'failed for a temporary reason';
  throw new ApiError('bad_request', `No recipient of this broadcast ${fault}. There is nobody to send it to.`);
};

/** Throws if another broadcast sends it, or has sent it. */
const findResent = async (workspaceId: string, id: string | null): Promise<string | undefined> => {
  if (id === null) return undefined;
  const resend = await getShownBroadcast(workspaceId, id);
  if (isVoidResend(resend)) return id;
  throw sentByAnother(`The broadcast "${resend.name}"`);
};

/**
 * Recipients with values of their own keep them. Values from the contact are read anew. An erasure removes the
 * recipients of a broadcast only once it is completed, so people who were erased since it was made are left out here.
 */
export const readRetryPage = async (
  workspaceId: string,
  { originalId, position, limit }: { originalId: string; position: string; limit: number },
  templateParams: Parameters<typeof listContactFields>[0][number],
): Promise<Recipients & { next: string | undefined }> => {
  const { items, next } = await readOutcomes(originalId, position, limit);
  const failed = items.filter(({ report }) => isTemporary(report));
  const erasedAt = await findErasureTimes(
    workspaceId,
    failed.map(({ phone }) => phone),
  );
  const entries = failed
    .filter(({ phone }) => !isErasedSince({ id: originalId }, { erasedAt: erasedAt.get(phone) }))
    .map(({ entry: { phone, params, row } }) => ({ phone, ...(params ? { params } : {}), ...(row ? { row } : {}) }));
  const recipients = { entries, rejections: noRejections, optedOutPhones: new Set<string>() };
  const fields = listContactFields([templateParams, ...entries.map(({ params }) => params)]);
  return { ...(fields.length > 0 ? await addContacts(workspaceId, recipients, fields) : recipients), next };
};
