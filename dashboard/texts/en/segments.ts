import type { OwnField, RuleOperator } from '../../../functions/model/segments/filter.ts';
import type { PeopleResult } from '../../../functions/model/segments/preview.ts';
import { count } from '../numbers.ts';

const contacts = (value: number) => `${count(value)} ${value === 1 ? 'contact' : 'contacts'}`;
const match = (value: number) => `${value === 1 ? 'contact matches' : 'contacts match'}`;

const kinds = { dynamic: 'Filter', static: 'List' } as const;

const fields: Record<OwnField | 'attribute', string> = {
  tag: 'Tag',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  social_username: 'Social name',
  channel: 'Channel',
  created_at: 'Added',
  updated_at: 'Changed',
  last_inbound_at: 'Last wrote',
  last_message_at: 'Last message, either side',
  conversation_status: 'Conversation',
  opted_out: 'Broadcasts',
  attribute: 'Attribute',
};

const operators: Record<RuleOperator, string> = {
  has: 'has',
  not_has: 'does not have',
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'is set',
  not_exists: 'is empty',
  less_than: 'is less than',
  greater_than: 'is greater than',
  before: 'before',
  after: 'after',
  within_days: 'within the last',
  not_within_days: 'not within the last',
};

/** The verb for each time of a contact, and its negation. */
const verbs: Partial<Record<OwnField, readonly [string, string]>> = {
  created_at: ['was added', 'was not added'],
  updated_at: ['was changed', 'was not changed'],
  last_inbound_at: ['wrote', 'did not write'],
  last_message_at: ['had a message', 'had no message'],
};

const refusedShown = 3;

/** The first of them, which a person then finds in the list that was pasted. */
const shorten = (entries: readonly string[], all: number): string =>
  [...entries.slice(0, refusedShown).map((entry) => entry.slice(0, 30)), ...(all > refusedShown ? ['…'] : [])].join(
    ', ',
  );

export const segmentTexts = {
  title: 'Segments',
  lead: 'Groups of contacts that you can write to at once.',
  loadFailed: 'The segments could not be loaded.',
  manage: 'create and change segments',
  columns: { name: 'Name', what: 'Who is in it', contacts: 'Size', used: 'Last broadcast', actions: 'Actions' },
  kinds,
  byHand: 'Chosen by hand.',
  unknown: '…',
  countFailed: 'Could not be counted',
  usesFailed: 'Could not be loaded',
  unused: 'No broadcast yet',
  contactsWord: (value: number) => (value === 1 ? ' contact' : ' contacts'),
  about: (value: string, time: string) => `about ${value}, ${time}`,
  emptyTitle: 'No segments yet',
  empty: 'Group contacts to write to many at once.',
  create: 'Create segment',
  actions: (name: string) => `Actions for ${name}`,
  broadcast: 'Create broadcast',
  edit: 'Edit',
  remove: {
    action: 'Delete',
    title: (name: string) => `Delete ${name}?`,
    lead: 'Its contacts stay. Broadcasts that were sent keep their numbers.',
    waiting: (value: number) =>
      value === 1
        ? '1 scheduled broadcast uses it and will fail.'
        : `${count(value)} scheduled broadcasts use it and will fail.`,
    unknown: 'It could not be checked whether scheduled broadcasts use it. Those that do will fail.',
    done: (name: string) => `${name} was deleted`,
  },
  builder: {
    newTitle: 'New segment',
    editTitle: (name: string) => `Edit ${name}`,
    kind: 'Kind',
    kindHint: 'Cannot be changed later.',
    kindHints: {
      dynamic: 'Always up to date. Everyone who fits is in.',
      static: 'You decide. Add and remove people by hand.',
    },
    name: 'Name',
    nameMissing: 'Enter a name.',
    nameTaken: 'Another segment has this name.',
    description: 'Description (optional)',
    match: 'People who match',
    matches: { all: 'all of these', any: 'any of these' },
    rule: (position: number) => `Condition ${position}`,
    field: 'Field',
    operator: 'Comparison',
    value: 'Value',
    tagPlaceholder: 'Tag, such as vip',
    attribute: 'Name of the attribute',
    attributeName: 'Its name',
    fields,
    operators,
    days: 'days',
    consent: { false: 'gets broadcasts', true: 'opted out' },
    removeRule: (position: number) => `Remove condition ${position}`,
    addRule: 'Add a condition',
    rules: (value: number, max: number) => `${value} of ${max} conditions`,
    listHint: 'Add people once the list is created.',
    json: (request: string) => `As JSON (for ${request})`,
    jsonLabel: 'Request body',
    save: 'Save',
    created: (name: string) => `Segment ${name} created`,
    saved: (name: string) => `${name} was saved`,
    faults: {
      tag: 'Enter or choose a tag.',
      days: 'Enter a number of days from 1 to 3,650.',
      time: 'Enter a date and a time.',
      number: 'Enter a number, for example 9.5.',
      text: 'Enter a value.',
      noAttribute: 'Choose an attribute.',
      attribute: 'Use up to 40 lowercase letters, digits and underscores, starting with a letter.',
    },
  },
  sentence: {
    verbs,
    days: (value: string) => `${value} ${value === '1' ? 'day' : 'days'}`,
    tag: { has: 'has tag', not_has: 'does not have tag' },
    channel: { is: 'is on', is_not: 'is not on' },
    consent: { false: 'gets broadcasts', true: 'opted out of broadcasts' },
    joiners: { all: 'and', any: 'or' },
  },
  preview: {
    title: 'Result',
    exact: match,
    atLeast: (value: string) => `At least ${value}`,
    counting: 'counting…',
    looked: (value: number) => `Looked through the newest ${contacts(value)}.`,
    further: 'Keep counting',
    optedOut: (value: number) => `${count(value)} of them opted out of broadcasts.`,
    sample: 'Some of them',
    all: 'All of them',
    showAll: 'Show all',
    showSome: 'Show fewer',
    waiting: 'Complete the conditions to count.',
    failed: 'The contacts could not be counted.',
  },
  one: {
    title: 'Segment',
    loadFailed: 'The segment could not be loaded.',
    goneTitle: 'This segment is gone',
    gone: 'It was deleted, or the address is misspelled.',
    back: 'Back to segments',
    about: (kind: keyof typeof kinds, size: string) => `${kinds[kind]} · ${size}`,
    contacts: 'Contacts',
    contactsFailed: 'The contacts could not be loaded.',
    noMatch: 'Nobody matches the filter right now.',
    noMatchYet: 'No contact matches so far. Load more to look through older ones.',
    noMembers: 'Nobody is in it yet.',
    uses: 'Broadcasts',
    usesFailed: 'The broadcasts could not be loaded.',
    noUses: 'No broadcast has been sent to it yet.',
    scheduled: 'Scheduled',
    sizeThen: (value: number) => `${contacts(value)} at the time`,
    removePerson: (name: string) => `Remove ${name}`,
    removed: (name: string) => `${name} was removed`,
  },
  add: {
    action: 'Add people',
    search: 'Name, phone or email',
    found: 'Contacts found',
    none: 'No contact matches.',
    chosen: (value: number) => `${count(value)} chosen`,
    phones: 'Phone numbers (optional)',
    phonesHint: 'One per line. Only numbers of contacts are added.',
    missing: 'Choose contacts, or paste phone numbers.',
    tooMany: (max: number) => `Add at most ${count(max)} at a time.`,
    /** "12 added, 3 were in it already, 1 is no contact, 1 is no phone number: soon" */
    result: ({ changed, unchanged, unknown, invalid, invalid_count: refused }: PeopleResult) =>
      [
        `${count(changed)} added`,
        ...(unchanged > 0 ? [`${count(unchanged)} ${unchanged === 1 ? 'was' : 'were'} in it already`] : []),
        ...(unknown > 0 ? [unknown === 1 ? '1 is no contact' : `${count(unknown)} are no contacts`] : []),
        ...(refused > 0
          ? [
              `${refused === 1 ? '1 is no phone number' : `${count(refused)} are no phone numbers`}: ${shorten(invalid, refused)}`,
            ]
          : []),
      ].join(', '),
  },
};
