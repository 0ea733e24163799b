import type { NewContact } from '../api-types.ts';
import { ContactsCalls } from '../calls.ts';
import { type ImportOptions, type ImportSums, importAll } from '../import-all.ts';

export class ContactsResource extends ContactsCalls {
  /** Any number of contacts: cuts batches, and sends entries again that the service was too busy to store. */
  importAll(contacts: Iterable<NewContact> | AsyncIterable<NewContact>, options?: ImportOptions): Promise<ImportSums> {
    return importAll((batch, callOptions) => this.importMany(batch, callOptions), contacts, options);
  }
}
