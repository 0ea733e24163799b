import type { ContactColumn } from '../../../functions/model/contacts/file-columns.ts';
import type { OnExisting } from '../../../functions/model/contacts/import.ts';
import type { KeyConflict } from '../../../functions/model/contacts/key-conflicts.ts';

const number = (count: number) => count.toLocaleString('en-US');
const lines = (count: number) => `${number(count)} ${count === 1 ? 'line' : 'lines'}`;

const faults = {
  too_large: 'The file is larger than 50 MB. Split it and import the parts one after the other.',
  broken_header: 'The first line does not name the columns. Save the list as CSV, with the names in its first line.',
  no_rows: 'The file has no lines below the names of its columns.',
  too_many_rows: 'The file has more than 100,000 lines. Split it and import the parts one after the other.',
};

const columnFaults = {
  no_key: 'Choose the column with the phone number, or the one with your own ID.',
  repeated: 'Two columns fill the same field. Ignore one of them.',
};

const fields: Record<Exclude<ContactColumn, `attributes.${string}`>, string> = {
  phone: 'Phone',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  company: 'Company',
  tags: 'Tags',
  external_id: 'Your own ID',
  gets_broadcasts: 'Gets broadcasts',
  opted_out: 'Opted out',
};

const keyConflicts: Record<KeyConflict, string> = {
  other_id:
    'The person with this phone number has another ID of yours, in your contacts or in a line above. Change it on the contact’s page or in the file.',
  other_person:
    'This ID of yours belongs to a person with another phone number. Change it on the contact’s page or in the file.',
  taken_id: 'This ID of yours belongs to another contact. Change it on the contact’s page or in the file.',
  unknown_id: 'No contact has this ID of yours. Fill in the phone number to add this person.',
};

export const importTexts = {
  title: 'Import contacts',
  lead: 'Add up to 100,000 people from a CSV file.',
  contacts: 'Contacts',
  choose: 'Choose a CSV file',
  drop: 'Drop a CSV file here, or',
  rules:
    'The first line names the columns; one of them has the phone number. Commas, semicolons or tabs separate the cells.',
  example: 'Download an example',
  reading: 'Reading the file…',
  notKept:
    'This browser cannot keep the import, for example because the window is private or the disk is full. Leave this page open until the import is done: a reload starts over.',
  faults,
  file: (name: string, count: number) => `${name} · ${lines(count)}`,
  another: 'Choose another file',
  columns: {
    title: 'Columns',
    name: 'Column',
    values: 'First lines',
    field: 'Becomes',
    fieldOf: (name: string) => `Field for ${name}`,
    unnamed: (number_: number) => `Column ${number_}`,
    ignore: 'Ignored',
    fields,
    attribute: (name: string) => `Attribute ${name}`,
    faults: columnFaults,
  },
  existing: {
    label: 'People who are contacts already',
    keep: 'Keep',
    keepHint: 'Their name, email, company and attributes stay.',
    update: 'Update',
    updateHint: 'Filled cells replace what is stored.',
  },
  tags: {
    label: 'Tags of these people',
    add: 'Add',
    addHint: 'They keep their tags and get those of the file.',
    replace: 'Replace',
    replaceHint: 'Tags that are not in their line of the file are taken from them.',
  },
  tag: {
    label: 'Tag for everyone in the file (optional)',
    hint: 'You can find these people by it later, for example in a segment.',
  },
  check: 'Check the file',
  checking: 'Checking. Nothing is stored yet.',
  importing: 'Importing. Leave this page open until it is done.',
  progress: (done: number, all: number) => `${number(done)} of ${number(all)}`,
  stop: 'Stop',
  stopped: (done: number, all: number) => `Stopped after ${number(done)} of ${lines(all)}.`,
  continue: 'Continue',
  discard: 'Discard',
  failed: 'The import stopped. What was imported stays; continue where it stopped.',
  checked: (good: number, rejected: number) => {
    if (good === 0) return 'No line can be imported.';
    if (rejected === 0) return `${lines(good)} can be imported.`;
    return `${lines(good + rejected)}: ${number(good)} can be imported, ${number(rejected)} rejected.`;
  },
  change: 'Change columns',
  start: (count: number) => `Import ${lines(count)}`,
  done: 'The import is done.',
  facts: {
    expected: 'What the import will do, by lines',
    result: 'What the import did, by lines',
    new: 'New contacts',
    known: 'Already contacts, or repeated',
    added: 'Added',
    updated: 'Updated',
    tagged: 'Got tags or an opt-out',
    unchanged: 'Unchanged',
    rejected: 'Rejected',
  },
  stillOptedOut: (count: number) =>
    `${count === 1 ? '1 line says' : `${number(count)} lines say`} “Gets broadcasts: yes” of people who opted out. They stay opted out until they ask for broadcasts again.`,
  nameless: (count: number) =>
    `${count === 1 ? '1 new contact has' : `${number(count)} new contacts have`} no name in the file, so their number stands for it. If a column has the names, choose it under “Change columns”.`,
  optingOut: (count: number) =>
    `${count === 1 ? '1 line says' : `${number(count)} lines say`} that the person gets no broadcasts. They are opted out until they ask for broadcasts again.`,
  known: {
    title: 'Already contacts',
    keep: 'They stay as they are, and get the tags of their line.',
    update: 'What is filled in their line replaces what is stored.',
    contact: 'Contact',
    open: 'Open',
  },
  open: 'Open contacts',
  openTagged: 'Open these contacts',
  again: 'Import another file',
  rejected: {
    title: (count: number) => `${lines(count)} rejected`,
    line: 'Line',
    name: 'Name',
    /** `fault` ends the sentence that the field begins. */
    reasonOf: (field: string, value: string | undefined, fault: string) => {
      const label = (fields as Record<string, string | undefined>)[field] ?? `Attribute ${field}`;
      if (field === 'phone' && value === undefined)
        return 'The phone number is missing. Fill it in, or choose a column with your own ID.';
      const words = fault.replace(/ Use E\.164.+/s, ' Write it with its country code, such as +14155550123.');
      return value === undefined ? `${label} ${words}` : `${label} “${value.slice(0, 100)}” ${words}`;
    },
    keyConflicts,
    sameAs: (value: string, line: number, onExisting: OnExisting) =>
      `“${value}” is in line ${number(line)} already. Both lines become one contact, ${onExisting === 'keep' ? `as line ${number(line)} has it` : 'with what is filled in here'}.`,
    noEmail: (value: string) => `“${value.slice(0, 100)}” is not an email address. It is imported as it is.`,
    short: 'The line has fewer cells than there are columns. The missing ones count as empty.',
    doubts: 'Worth a look',
    reason: 'Reason',
    download: 'Download rejected lines',
    first: (shown: number) => `The first ${number(shown)} are shown. The file has all of them.`,
  },
};
