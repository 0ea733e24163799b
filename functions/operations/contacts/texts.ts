import * as z from 'zod/mini';
import { channels } from '../../model/channels/channel.ts';
import { contact, embeddedContact } from '../../model/contacts/contact.ts';
import { tag } from '../../model/contacts/tag.ts';
import { erasedContact } from '../../model/erasures/erasure.ts';
import { contactSample, ids, phone } from '../samples.ts';
import type { AreaTexts, FieldDoc } from '../texts.ts';
import { addContactTags, createContact, updateContact } from './contract.ts';
import { contactImportComponents, importContacts } from './import-texts.ts';

const contactFields: Record<string, FieldDoc> = {
  id: 'Id of the contact.',
  phone: 'Phone number in E.164; null for a contact from a social thread or a web chat.',
  social_username: 'User name on the social channel; null for other contacts.',
  name: 'Name of the contact.',
  email: 'Email address. It is stored as sent, without validation.',
  company: 'Company of the contact.',
  tags: 'Tags of the contact.',
  opted_out_at:
    'When the contact last opted out of broadcasts; null for a contact who gets them. It changes when the contact writes ' +
    'a keyword such as STOP or START, or with `opted_out`.',
};

const editableFields: Record<string, FieldDoc> = {
  name: 'Name of the contact. Null clears it.',
  email: 'Email address. Null clears it. It is stored as sent, without validation.',
  company: 'Company of the contact. Null clears it.',
  external_id: {
    description: 'Your own id of the contact, such as that of your CRM. It is unique in the workspace. Null clears it.',
    minLength: 1,
  },
  attributes:
    'Your own fields: up to 50 names of lowercase letters, digits and underscores, each with a text, a number or a ' +
    'boolean. Names that are left out stay as they are, and null removes one.',
};

export const texts: AreaTexts = {
  description: 'The people whom a workspace writes to, with their tags.',
  components: {
    Channel: {
      schema: z.enum(channels),
      description: 'A network on which customers write: the messaging app, social direct messages or the website chat.',
    },
    Tag: {
      schema: tag,
      description: 'A label on contacts. Its name is unique in the workspace, ignoring case.',
      fields: {
        id: 'Id of the tag.',
        name: 'Name of the tag, in its first spelling.',
        color: { description: 'Color in which to show the tag; the service picks it.', pattern: '^#[0-9a-f]{6}$' },
      },
    },
    Contact: {
      schema: contact,
      description: 'A person whom the workspace writes to or who wrote to it.',
      fields: {
        ...contactFields,
        channels: 'Channels on which the contact is known.',
        avatar_url: 'URL of a picture of the contact.',
        created_at: 'When the contact was created.',
        updated_at: 'When the contact last changed.',
        external_id: 'Your own id of the contact; null if it has none.',
        attributes: 'Your own fields of the contact.',
      },
    },
    EmbeddedContact: { schema: embeddedContact, description: 'The contact of a conversation.', fields: contactFields },
    NewContact: {
      schema: createContact.body,
      description: 'A contact to create.',
      fields: {
        phone: {
          description:
            "Phone number in E.164, or a national number in the workspace's default country. Required, unless a " +
            'contact has the `external_id` already.',
          minLength: 1,
          maxLength: 250,
          examples: [phone],
        },
        ...editableFields,
        tags: 'Names of tags. Unknown ones are created. For an existing contact they replace all its tags.',
      },
    },
    ContactChanges: {
      schema: updateContact.body,
      description: 'The fields of a contact to change. Fields that are left out stay as they are.',
      fields: {
        ...editableFields,
        tags: 'Names of tags, which replace all tags of the contact. Unknown ones are created.',
        opted_out:
          'True opts the contact out of broadcasts, false in again, as if they had written it now. A value that the ' +
          'contact already has changes nothing. Messages of `POST /messages` are not affected.',
      },
    },
    ContactTags: {
      schema: addContactTags.body,
      description: 'Tags to add to a contact or to remove from it.',
      fields: { tags: 'Names of tags, in any spelling.' },
    },
    ...contactImportComponents,
    ErasedContact: {
      schema: erasedContact,
      description: 'Confirms that a contact was erased.',
      fields: { id: 'Id of the erased contact.', erased: 'Always true.' },
    },
  },
  operations: {
    createContact: {
      summary: 'Create a contact',
      row: 'create a contact, or get the one that has the phone number or external id',
      description:
        'Creates a contact. If the phone number already has one, that contact is returned with status 200: its name, ' +
        'email, company and attributes stay as they are, and `tags`, if sent, replaces its tags. `external_id` is a ' +
        'second key: it finds the contact that has it, and is added to a contact that is found by its number and has ' +
        'none. If the two belong to different contacts, the response is 400 and nothing changes.',
      client: {
        call: 'contacts.create',
        comment: 'Creates a contact, or returns the one that has the phone number or external id.',
      },
      request: {
        schema: 'NewContact',
        examples: {
          full: {
            summary: 'With a name and a tag',
            value: { phone, name: 'Ana Torres', email: 'ana@example.com', company: 'Northwind', tags: ['VIP'] },
          },
          phone: { summary: 'Only a phone number', value: { phone } },
        },
      },
      response: { data: 'Contact', examples: { 201: { data: contactSample }, 200: { data: contactSample } } },
    },
    importContacts,
    listContacts: {
      summary: 'List contacts',
      row: 'list contacts; filters `search`, `tag`, `phone`, `external_id`',
      description:
        'Lists contacts, newest first. Filters combine. With a filter, a page can be shorter than `limit` or even ' +
        'empty; only a null `next_cursor` ends the list.',
      client: { call: 'contacts.list' },
      parameters: {
        search:
          'Beginnings of words in the name, email address, company, user name or external id, or four or more digits ' +
          'from the beginning or end of the phone number; all must match, ignoring case and accents. Everyone is found, ' +
          'newest first, or in the order of the words if more than 150 match. Among the newest contacts, parts in the ' +
          'middle of a word match, too.',
        tag: 'Name or id of a tag that the contacts have.',
        phone: "Phone number of the contact, in E.164 or national in the workspace's default country.",
        external_id: 'Your own id of the contact.',
      },
      response: { data: 'Contact', examples: { 200: { data: [contactSample], meta: { next_cursor: null } } } },
    },
    deleteContact: {
      summary: 'Erase a contact',
      row: '[erase a person](#erase-a-person)',
      description:
        'Erases a person. From the response on, no request finds the contact, its conversations or its messages, no ' +
        'event about it is delivered, and no broadcast that was created before sends to it. The rest follows in the ' +
        'background within about 20 minutes, or when the broadcasts under way are completed: messages, payloads of ' +
        'deliveries, memberships of segments, recipients of broadcasts and stored responses. Counts and usage stay. ' +
        'This cannot be undone. A later message from the same number starts a new contact. A repeated request gets the ' +
        'same response for 30 days.',
      client: {
        call: 'contacts.delete',
        comment:
          'Erases a person with all conversations. It cannot be undone; the last traces are removed in the background.',
      },
      parameters: { id: 'Id of the contact.' },
      response: { data: 'ErasedContact', examples: { 202: { data: { id: ids.contact, erased: true } } } },
    },
    getContact: {
      summary: 'Get a contact',
      row: 'one contact',
      description: 'Returns one contact.',
      client: { call: 'contacts.get' },
      parameters: { id: 'Id of the contact.' },
      response: { data: 'Contact', examples: { 200: { data: contactSample } } },
    },
    addContactTags: {
      summary: 'Add tags to a contact',
      row: 'add tags and keep the others',
      description:
        'Adds tags and keeps the others, whatever other requests change at the same time. Unknown tags are created. A ' +
        'contact has at most 30.',
      client: { call: 'contacts.addTags', comment: 'Adds tags and keeps the others.' },
      parameters: { id: 'Id of the contact.' },
      request: { schema: 'ContactTags', examples: { tags: { summary: 'Add a tag', value: { tags: ['VIP'] } } } },
      response: { data: 'Contact', examples: { 200: { data: contactSample } } },
    },
    removeContactTags: {
      summary: 'Remove tags from a contact',
      row: 'remove tags and keep the others',
      description: 'Removes tags and keeps the others. A tag that the contact does not have is no error.',
      client: { call: 'contacts.removeTags' },
      parameters: { id: 'Id of the contact.' },
      request: { schema: 'ContactTags', examples: { tags: { summary: 'Remove a tag', value: { tags: ['VIP'] } } } },
      response: { data: 'Contact', examples: { 200: { data: { ...contactSample, tags: [] } } } },
    },
    updateContact: {
      summary: 'Update a contact',
      row: 'update the fields present; `tags` replaces the whole list, `opted_out` [opts out](broadcasts.md#opting-out) or in',
      description:
        'Changes the fields that are present. Null clears a text, `tags` replaces all tags, and `attributes` changes ' +
        'those that it names. The phone number cannot be changed. An `external_id` that another contact has is a 400.',
      client: { call: 'contacts.update', comment: 'Changes the fields that are present. `tags` replaces all tags.' },
      parameters: { id: 'Id of the contact.' },
      request: {
        schema: 'ContactChanges',
        examples: {
          tags: { summary: 'Replace the tags', value: { tags: ['VIP', 'Newsletter'] } },
          clear: { summary: 'Rename and clear the company', value: { name: 'Ana Torres', company: null } },
          attributes: {
            summary: 'Set one attribute and remove another',
            value: { attributes: { city: 'Porto', plan: null } },
          },
          optOut: { summary: 'Record that a customer wants no broadcasts', value: { opted_out: true } },
        },
      },
      response: { data: 'Contact', examples: { 200: { data: { ...contactSample, company: null } } } },
    },
  },
};
