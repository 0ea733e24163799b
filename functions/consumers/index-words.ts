import { applyIndexChanges, toIndexChange } from '../domain/contacts/index-contacts.ts';
import { applyTextChanges, toTextChange } from '../domain/conversations/index-texts.ts';
import type { Change } from '../table/dynamodb/changes.ts';
import { consumeStream } from './consume-stream.ts';

const toWordChange = (change: Change) =>
  (change.after ?? change.before)?.['entity'] === 'contact'
    ? { contact: toIndexChange(change) }
    : { text: toTextChange(change) };

export const handler = consumeStream('indexWords', toWordChange, async (changes) => {
  await Promise.all([
    applyIndexChanges(changes.flatMap(({ contact }) => contact ?? [])),
    applyTextChanges(changes.flatMap(({ text }) => text ?? [])),
  ]);
});
