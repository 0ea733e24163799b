import { ApiError } from '../../../functions/model/api-error.ts';
import { contactsPerImportMax, createTagLimit } from '../../../functions/model/contacts/import.ts';
import type { ContactRow } from './contact-rows.ts';

/** Each has room for the tags of its contacts. */
export async function* toBatches(rows: AsyncIterable<ContactRow>): AsyncGenerator<ContactRow[]> {
  let batch: ContactRow[] = [];
  let hasRoomForTags = createTagLimit();
  for await (const row of rows) {
    const tags = row.contact instanceof ApiError ? [] : row.contact.tags;
    if (batch.length === contactsPerImportMax || !hasRoomForTags(tags)) {
      yield batch;
      batch = [];
      hasRoomForTags = createTagLimit();
      hasRoomForTags(tags);
    }
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}
