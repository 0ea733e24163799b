import type {
  Contact,
  ContactChanges,
  ContactImport,
  ContactTags,
  ErasedContact,
  ListContactsQuery,
  NewContact,
  NewContacts,
} from '../api-types.ts';
import { type ImportOptions, type ImportSums, importAll } from '../import-all.ts';
import type { List } from '../list.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class ContactsResource extends Resource {
  list(query?: ListContactsQuery, options?: CallOptions): List<Contact> {
    return this.listOf('/contacts', query, options);
  }

  /** Creates a contact, or returns the one that has the phone number or external id. */
  create(contact: NewContact, options?: CallOptions): Promise<Contact> {
    return this.call('POST', '/contacts', { body: contact, options });
  }

  /** Takes at most 500 contacts. Each entry has its own result; a rejected one does not affect the others. */
  importMany(contacts: NewContacts, options?: CallOptions): Promise<ContactImport> {
    return this.call('POST', '/contacts/batch', { body: contacts, options });
  }

  /** Any number of contacts: cuts batches, and sends entries again that the service was too busy to store. */
  importAll(contacts: Iterable<NewContact> | AsyncIterable<NewContact>, options?: ImportOptions): Promise<ImportSums> {
    return importAll((batch, callOptions) => this.importMany(batch, callOptions), contacts, options);
  }

  get(id: string, options?: CallOptions): Promise<Contact> {
    return this.call('GET', idPath('contacts', id), { options });
  }

  /** Changes the fields that are present. `tags` replaces all tags. */
  update(id: string, changes: ContactChanges, options?: CallOptions): Promise<Contact> {
    return this.call('PATCH', idPath('contacts', id), { body: changes, options });
  }

  /** Adds tags and keeps the others. */
  addTags(id: string, tags: ContactTags, options?: CallOptions): Promise<Contact> {
    return this.call('POST', `${idPath('contacts', id)}/tags`, { body: tags, options });
  }

  removeTags(id: string, tags: ContactTags, options?: CallOptions): Promise<Contact> {
    return this.call('DELETE', `${idPath('contacts', id)}/tags`, { body: tags, options });
  }

  /** Erases a person with all conversations. It cannot be undone; the last traces are removed in the background. */
  delete(id: string, options?: CallOptions): Promise<ErasedContact> {
    return this.call('DELETE', idPath('contacts', id), { options });
  }
}
