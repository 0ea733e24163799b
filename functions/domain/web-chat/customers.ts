import type { ContactPointer, StoredContact } from '../../model/contacts/stored-contact.ts';
import type { SignedCustomer } from '../../model/web-chat/visitor.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findContact, findContactIdByExternalId } from '../../table/contacts/contacts.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { linkContact, mergeContacts, putCustomer } from '../../table/web-chat/customers.ts';
import { findVisitorPointer } from '../../table/web-chat/pointers.ts';
import { changeContact, newContact } from '../contacts/contacts.ts';

/** With another id, the visitor leaves a conversation behind that is somebody else's. */
type Linked = 'linked' | 'unknown' | { visitorId: string };

/**
 * Makes the visitor the contact with this external id. One who wrote without a name becomes that contact, together with
 * the conversation. Idempotent: each step is one transaction, after which all is read again.
 */
export const linkCustomer = async (
  workspaceId: string,
  visitorId: string,
  customer: SignedCustomer,
  when: 'always' | 'if known',
): Promise<Linked> => {
  let id = visitorId;
  const outcome = await retryOnConflict(async (): Promise<'linked' | 'unknown' | 'conflict'> => {
    const [pointer, knownId] = await Promise.all([
      findVisitorPointer(workspaceId, id),
      findContactIdByExternalId(workspaceId, customer.external_id),
    ]);
    if (!pointer && knownId === undefined) return when === 'always' ? create(workspaceId, id, customer) : 'unknown';
    const [current, known] = await Promise.all([
      pointer && findContact(workspaceId, pointer.contactId),
      knownId === undefined ? undefined : findContact(workspaceId, knownId),
    ]);
    if (known) return join(workspaceId, id, { pointer, current, known, customer });
    if (!current || (current.external_id ?? customer.external_id) !== customer.external_id) {
      // The conversation is somebody else's by now, or was erased a moment ago.
      id = `visitor_${newId()}`;
      return 'conflict';
    }
    const changed = await changeContact(workspaceId, current, toChanges(current, customer));
    return changed === 'conflict' ? changed : 'linked';
  });
  return outcome === 'linked' && id !== visitorId ? { visitorId: id } : outcome;
};

/** Fills what is empty: the workspace may have corrected a name. The attributes are the site's own. */
const toChanges = (contact: StoredContact, { external_id, name, email, attributes }: SignedCustomer) => ({
  externalId: external_id,
  name: contact.name ?? name,
  email: contact.email ?? email,
  attributes,
});

const create = async (
  workspaceId: string,
  visitorId: string,
  customer: SignedCustomer,
): Promise<'linked' | 'conflict'> =>
  (await putCustomer(workspaceId, visitorId, newContact(newId(), customer))) ? 'linked' : 'conflict';

interface Found {
  pointer: ContactPointer | undefined;
  /** The contact that the visitor has been so far. */
  current: StoredContact | undefined;
  known: StoredContact;
  customer: SignedCustomer;
}

/** Ends with the visitor's pointer leading to the known contact, which a further attempt finds. */
const join = async (
  workspaceId: string,
  visitorId: string,
  { pointer, current, known, customer }: Found,
): Promise<'linked' | 'conflict'> => {
  if (pointer?.contactId === known.id) {
    const changed = await changeContact(workspaceId, known, toChanges(known, customer));
    return changed === 'conflict' ? changed : 'linked';
  }
  const conversation = pointer?.conversationId && (await findConversation(workspaceId, pointer.conversationId));
  if (current && conversation && isAnonymous(current)) {
    const target = known.conversation_ids?.web;
    const into = target === undefined ? undefined : await findConversation(workspaceId, target);
    await mergeContacts(workspaceId, visitorId, { from: current, conversation, to: known, into });
  } else await linkContact(workspaceId, visitorId, pointer?.contactId, known);
  return 'conflict';
};

/** Nobody has told who it is: without that, two contacts are never made one. */
const isAnonymous = ({ external_id, phone, channels }: StoredContact): boolean =>
  external_id === undefined && phone === null && channels.every((channel) => channel === 'web');
