import { listContactWords } from '../../model/contacts/search.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { toStoredContact } from '../../table/contacts/contacts.ts';
import { addToContactCount, type ListedWord, putContactWords, removeContactWords } from '../../table/contacts/words.ts';
import { type Change, readWorkspaceId } from '../../table/dynamodb/changes.ts';
import type { Item } from '../../table/dynamodb/item.ts';
import { toNationalNumber } from './phone-numbers.ts';

interface IndexChange {
  changeId: string;
  workspaceId: string;
  added: ListedWord[];
  removed: ListedWord[];
  /** By how many the number of contacts changes. */
  count: number;
}

export const toIndexChange = ({ id = '', before, after }: Change): IndexChange => {
  const listed = { before: before ? listWords(before) : [], after: after ? listWords(after) : [] };
  const subtract = (words: readonly ListedWord[], others: readonly ListedWord[]): ListedWord[] =>
    words.filter(({ word }) => others.every((other) => other.word !== word));
  return {
    changeId: id,
    workspaceId: readWorkspaceId(after ?? before ?? {}),
    added: subtract(listed.after, listed.before),
    removed: subtract(listed.before, listed.after),
    count: Number(after !== undefined) - Number(before !== undefined),
  };
};

const listWords = (item: Item): ListedWord[] => {
  const workspaceId = readWorkspaceId(item);
  const contact = toStoredContact(item);
  return wordsOf(contact).map((word) => ({ workspaceId, contactId: contact.id, word }));
};

export const wordsOf = (contact: StoredContact): string[] =>
  listContactWords(contact, contact.phone === null ? undefined : toNationalNumber(contact.phone));

/** The stream delivers the changes of a contact in order, so of two in a batch the later one decides. */
export const applyIndexChanges = async (changes: readonly IndexChange[]): Promise<void> => {
  const last = new Map<string, { word: ListedWord; isAdded: boolean }>();
  for (const { added, removed } of changes)
    for (const [words, isAdded] of [
      [removed, false],
      [added, true],
    ] as const)
      for (const word of words) last.set(`${word.contactId} ${word.word}`, { word, isAdded });
  const { true: added = [], false: removed = [] } = Object.groupBy([...last.values()], ({ isAdded }) =>
    isAdded ? 'true' : 'false',
  );
  await Promise.all([
    putContactWords(added.map(({ word }) => word)),
    removeContactWords(removed.map(({ word }) => word)),
  ]);
  await Promise.all(
    [...Map.groupBy(changes, ({ workspaceId }) => workspaceId)].map(([workspaceId, own]) =>
      addToContactCount(
        workspaceId,
        own.filter(({ count }) => count !== 0),
      ),
    ),
  );
};
