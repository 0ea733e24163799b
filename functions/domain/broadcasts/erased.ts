import type { FailureReason } from '../../model/broadcast-recipient.ts';
import { idTimeMs } from '../../platform/ids.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import type { RecipientLookup } from '../../table/messages/send-reads.ts';

/** The audience may have been read between the time of the erasure and its write. */
const erasureMsMax = 1_000;

export const isErasedSince = (broadcast: StoredBroadcast, lookup: RecipientLookup | undefined): boolean =>
  lookup?.erasedAt !== undefined && isFromBefore(broadcast, lookup.erasedAt);

/** By the id, which is older than the snapshot of the audience. A later broadcast may list the number again. */
export const isFromBefore = ({ id }: StoredBroadcast, erasedAt: string): boolean =>
  idTimeMs(id) <= Date.parse(erasedAt) + erasureMsMax;

export const erasedReason: FailureReason = {
  code: 'contact_erased',
  message: 'The contact was erased after the broadcast was created, so nothing was sent.',
};
