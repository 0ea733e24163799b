import { wordsOf } from '../../../functions/domain/contacts/index-contacts.ts';
import {
  type IndexedText,
  monthOf,
  toIndexedText,
  toMonthRows,
} from '../../../functions/domain/conversations/index-texts.ts';
import { readPages } from '../../../functions/domain/paging.ts';
import { hasWord, listTextWords } from '../../../functions/model/conversations/text-search.ts';
import { findContact, queryContacts, toStoredContact } from '../../../functions/table/contacts/contacts.ts';
import { findContactCount, readContactWord, setContactCount } from '../../../functions/table/contacts/words.ts';
import { queryEntries, toNoteKey } from '../../../functions/table/conversations/notes.ts';
import { findWordTexts, putKnownWords, readTextWord, toTextKey } from '../../../functions/table/conversations/words.ts';
import { putItems, removeItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { readWorkspaceId } from '../../../functions/table/dynamodb/changes.ts';
import type { Item, ItemKey } from '../../../functions/table/dynamodb/item.ts';
import { findExistingKeys } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { queryMessagesFrom, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { type Sweep, type SweepOptions, type SweepTotals, sweepTable, type Visit } from './sweep-table.ts';

/** Compares the index of words with what it lists, adds what is missing and removes what is left over. */
export const rebuildSearch = (options: SweepOptions): Promise<SweepTotals> =>
  sweepTable({ name: 'search', goal: 'search', filter, visit }, options);

const filter: Sweep['filter'] = {
  expression:
    'entity IN (:contact, :conversation) OR sk = :workspace OR contains(pk, :contactWord) OR contains(pk, :textWord)',
  values: {
    ':contact': 'contact',
    ':conversation': 'conversation',
    ':workspace': 'WORKSPACE',
    ':contactWord': '#CONTACT_WORD#',
    ':textWord': '#TEXT_WORD#',
  },
};

const visit = (item: Item): Promise<Visit> => {
  const workspaceId = readWorkspaceId(item);
  const { pk, sk } = item;
  if (sk === 'WORKSPACE') return recount(workspaceId);
  if (item['entity'] === 'contact') return listContact(workspaceId, item);
  if (item['entity'] === 'conversation') return listConversation(workspaceId, String(sk));
  return String(pk).includes('#CONTACT_WORD#')
    ? checkContactWord(workspaceId, String(sk))
    : checkTextWord(workspaceId, String(sk));
};

const addMissing = async (rows: readonly ItemKey[]): Promise<Visit> => {
  const existing = new Set((await findExistingKeys([...rows])).map(({ sk }) => sk));
  const missing = rows.filter(({ sk }) => !existing.has(sk));
  await putItems(missing);
  return missing.length > 0 ? 'changed' : 'unchanged';
};

const recount = async (workspaceId: string): Promise<Visit> => {
  let count = 0;
  const pages = readPages((page) => queryContacts(workspaceId, page, 'eventual'), 1_000);
  for await (const contacts of pages) count += contacts.length;
  if ((await findContactCount(workspaceId)) === count) return 'unchanged';
  await setContactCount(workspaceId, count);
  return 'changed';
};

const listContact = (workspaceId: string, item: Item): Promise<Visit> => {
  const contact = toStoredContact(item);
  return addMissing(wordsOf(contact).map((word) => keys.contactWord(workspaceId, word, contact.id)));
};

/** A conversation may have any number of messages and notes. Tests lower it. */
export const rebuildLimits = { entriesPerRead: 500 };

const listConversation = async (workspaceId: string, conversationId: string): Promise<Visit> => {
  const visits: Visit[] = [];
  const notes = readPages((page) => queryEntries(conversationId, page, 'eventual'), rebuildLimits.entriesPerRead);
  for await (const entries of notes) {
    const texts = entries.flatMap((entry): IndexedText[] =>
      entry.type === 'note' ? [{ workspaceId, conversationId, entryId: entry.id, isNote: true, text: entry.text }] : [],
    );
    visits.push(await addMissing(texts.flatMap((note) => toMonthRows([note]).rows.map(toTextKey))));
  }
  const known = new Map<string, ReadonlySet<number>>();
  for await (const messages of readMessages(conversationId)) {
    const texts = messages.flatMap((message) => toIndexedText(message) ?? []);
    for (const [month, own] of Map.groupBy(texts, ({ entryId }) => monthOf(entryId))) {
      const { rows, hashes } = toMonthRows(own, known.get(month));
      known.set(month, hashes);
      visits.push(await addMissing(rows.map(toTextKey)));
      await putKnownWords(conversationId, month, hashes);
    }
  }
  return visits.includes('changed') ? 'changed' : 'unchanged';
};

/** Oldest first: a word is listed where it is first in its month. */
async function* readMessages(conversationId: string): AsyncGenerator<StoredMessage[]> {
  let first = '0';
  for (;;) {
    const messages = await queryMessagesFrom(conversationId, first, rebuildLimits.entriesPerRead);
    const last = messages.at(-1);
    if (!last) return;
    yield messages;
    first = `${last.id}#`;
  }
}

const checkContactWord = async (workspaceId: string, row: string): Promise<Visit> => {
  if (row === keys.contactCount(workspaceId).sk) return 'unchanged';
  const { word, contactId } = readContactWord(workspaceId, row);
  const contact = await findContact(workspaceId, contactId);
  if (contact && wordsOf(contact).includes(word)) return 'unchanged';
  await removeItems([keys.contactWord(workspaceId, word, contactId)]);
  return 'changed';
};

const checkTextWord = async (workspaceId: string, row: string): Promise<Visit> => {
  const word = readTextWord(workspaceId, row);
  const [found] = await findWordTexts([word], toNoteKey, 'strong');
  if (found?.conversation && hasWord(listTextWords(found.text ?? ''), { word: word.word, isBeginning: false }))
    return 'unchanged';
  await removeItems([toTextKey(word)]);
  return 'changed';
};
