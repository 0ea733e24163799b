import type { MailFault } from '../../model/mail/mail.ts';
import { newId } from '../../platform/ids.ts';
import { assign } from '../dynamodb/expressions.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { countAddressPart, countAnswerPart } from '../members/invitations.ts';
import { transactSteps } from '../members/steps.ts';

export interface MailKey {
  workspaceId: string;
  /** The occurrence and its recipient: together they are sent once. */
  mailId: string;
}

/** `taken`: this caller may send. `held`: another one may be sending. `sent`: it is done. */
export const takeMail = async (
  { workspaceId, mailId }: MailKey,
  { nowMs, leaseMs, expires }: { nowMs: number; leaseMs: number; expires: number },
): Promise<'taken' | 'held' | 'sent'> => {
  const { written, item } = await updateIf({
    Key: keys.mail(workspaceId, mailId),
    ConditionExpression: 'attribute_not_exists(pk) OR (attribute_not_exists(sent_at) AND leased_until_ms < :now)',
    ...assign({ lease_id: newId(), leased_until_ms: nowMs + leaseMs, expires }, { ':now': nowMs }),
  });
  if (written) return 'taken';
  return item?.['sent_at'] === undefined ? 'held' : 'sent';
};

export const markMailSent = async ({ workspaceId, mailId }: MailKey, sentAt: string): Promise<void> => {
  await updateIf({ Key: keys.mail(workspaceId, mailId), ...assign({ sent_at: sentAt }) });
};

/**
 * Counts a mail to an address that a stranger chose, once however often it is tried. A limit that was reached leaves it
 * uncounted.
 */
export const countAnswerMail = (
  { workspaceId, mailId }: MailKey,
  addressHash: string,
  now: string,
): Promise<'written' | 'counted' | 'address_limit' | 'workspace_limit'> =>
  transactSteps([
    [
      {
        Update: {
          Key: keys.mail(workspaceId, mailId),
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(counted_at)',
          ...assign({ counted_at: now }),
        },
      },
      'counted',
    ],
    [countAddressPart(addressHash, now), 'address_limit'],
    [countAnswerPart(workspaceId, now), 'workspace_limit'],
  ]);

export const findAddressFault = async (addressSha256: string): Promise<MailFault | undefined> =>
  (await findItem(keys.mailAddress(addressSha256)))?.['fault'] as MailFault | undefined;

/** A complaint stays one: the address exists, and its owner does not want our mail. */
export const putAddressFault = async (addressSha256: string, fault: MailFault): Promise<void> => {
  await updateIf({
    Key: keys.mailAddress(addressSha256),
    ConditionExpression: 'attribute_not_exists(pk) OR NOT fault.#kind = :complaint',
    UpdateExpression: 'SET fault = :fault',
    ExpressionAttributeNames: { '#kind': 'kind' },
    ExpressionAttributeValues: { ':fault': fault, ':complaint': 'complaint' },
  });
};

/** Belongs in a transaction with the row of the member or invitation that shows the fault. */
export const removeAddressFaultPart = (addressSha256: string): TransactionPart => ({
  Delete: { Key: keys.mailAddress(addressSha256) },
});
