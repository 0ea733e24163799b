import type { FailureReason } from '../../model/broadcasts/recipient.ts';
import { isFromBeforeErasure } from '../../model/erasures/erasure.ts';
import { idTimeMs } from '../../platform/ids.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import type { RecipientLookup } from '../../table/messages/send-reads.ts';

/** By the id, which is older than the snapshot of the audience. A later broadcast may list the number again. */
export const isErasedSince = ({ id }: StoredBroadcast, lookup: RecipientLookup | undefined): boolean =>
  lookup?.erasedAt !== undefined && isFromBeforeErasure(idTimeMs(id), lookup.erasedAt);

export const erasedReason: FailureReason = {
  code: 'contact_erased',
  message: 'The contact was erased after the broadcast was created, so nothing was sent.',
};
