import { describe, expect, it } from 'vitest';
import { listConversations as list } from '../../../functions/domain/conversations/conversations.ts';
import { searchLimits } from '../../../functions/domain/conversations/find-conversations.ts';
import { applyTextChanges, toTextChange } from '../../../functions/domain/conversations/index-texts.ts';
import { addNote, deleteNote } from '../../../functions/domain/inbox/notes.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { Page, PageRequest } from '../../../functions/model/page.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import { pack } from '../../../functions/platform/pack.ts';
import { removeEntries } from '../../../functions/table/conversations/notes.ts';
import { queryTextWord } from '../../../functions/table/conversations/words.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  newMessagePart,
  removeMessageItems,
  type StoredMessage,
  updateMessage,
} from '../../../functions/table/messages/messages.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { callDashboard, makeSignedInMember } from '../../support/dashboard/dashboard.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { listConversations, makeConversation } from '../../support/messages/conversations.ts';
import { newStoredMessage } from '../../support/messages/inbound-items.ts';
import { putAll } from '../../support/segments.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';

const say = async (
  workspace_id: string,
  conversation_id: string,
  content_text: string,
  fields: Partial<StoredMessage> = {},
): Promise<StoredMessage> => {
  const message = newStoredMessage({ workspace_id, conversation_id, content_text, ...fields });
  await transact([newMessagePart(message)]);
  return message;
};

const search = (key: string, text: string): Promise<Conversation[]> =>
  listConversations(key, `search=${encodeURIComponent(text)}`);

const findIds = async (key: string, text: string): Promise<string[]> => (await search(key, text)).map(({ id }) => id);

const listedUnder = async (workspaceId: string, word: string): Promise<string[]> =>
  (await queryTextWord(workspaceId, word, 10)).map(({ entryId }) => entryId);

const waitUntilListed = (workspaceId: string, word: string, entryIds: string[]) =>
  expect.poll(() => listedUnder(workspaceId, word)).toEqual(entryIds);

describe('GET /conversations?search=', () => {
  it('finds conversations by words of all their messages, newest match first, and shows where', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const [first, second, third] = [
      await makeConversation(workspaceId),
      await makeConversation(workspaceId, { fields: { status: 'closed' } }),
      await makeConversation(workspaceId),
    ];
    const sent_at = '2026-01-02T03:04:05.000Z';
    await say(workspaceId, first, 'Where is my refund? I paid in Zürich.', { sent_at });
    await say(workspaceId, second, 'The parcel is late.');
    await say(workspaceId, second, 'I want a REFUND of the full price, please');
    await say(workspaceId, third, 'Special offer for refunds', { sender_type: 'bot', direction: 'outbound' });
    const last = await say(workspaceId, third, 'full of holes, price too high');
    await waitUntilListed(workspaceId, 'holes', [last.id]);
    for (const [text, ids] of [
      ['refund', [second, first]],
      ['refu', [second, first]],
      ['zurich ref', [first]],
      ['parcel refund', [second]],
      ['parcel refunds', []],
      ['"full price"', [second]],
      ['full price', [third, second]],
      ['offer', []],
    ] as const)
      expect(await findIds(key, text), text).toEqual(ids);
    const [hit] = await search(key, 'zurich refund');
    const { text = '', marks = [] } = hit?.match ?? {};
    expect(text).toBe('Where is my refund? I paid in Zürich.');
    expect(hit?.match?.sent_at).toBe(sent_at);
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['refund', 'Zürich']);
    expect((await listConversations(key, 'search=refund&status=closed')).map(({ id }) => id)).toEqual([second]);
    const stranger = await makeWorkspace();
    expect(await findIds(stranger.key, 'refund')).toEqual([]);
  });

  it.each([
    ['', 'must have a letter or a digit'],
    ['😀', 'must have a letter or a digit'],
    ['%*_', 'must have a letter or a digit'],
    ['the and', 'has only very common words. Add a rarer one'],
    ['x'.repeat(201), 'must have at most 200 characters'],
  ])('a search for %j says what to do', async (text, reason) => {
    const { key } = await makeWorkspace();
    const answer = await call('GET', `/conversations?search=${encodeURIComponent(text)}`, { key });
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: `"search" ${reason}.` } },
    });
  });

  it('a key needs the scope for messages, too', async () => {
    const { key } = await makeWorkspace(['conversations:read']);
    const answer = await call('GET', '/conversations?search=refund', { key });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } });
    expect(await listConversations(key)).toEqual([]);
  });

  it('only members find notes, until they are deleted', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    const ben = await makeSignedInMember(workspaceId, 'agent', 'Ben');
    const note = await addNote(toCaller(workspaceId, ben), id, newId(), { text: 'A difficult customer' });
    await waitUntilListed(workspaceId, 'difficult', [note.id]);
    const path = `/api/w/${workspaceId}/conversations?search=difficult`;
    const { json } = await callDashboard<{ data: Conversation[] }>('GET', path, { session: ben.session });
    expect(json.data).toMatchObject([{ id, match: { message_id: note.id, is_note: true } }]);
    expect(await findIds(key, 'difficult')).toEqual([]);
    await deleteNote(toCaller(workspaceId, ben), id, note.id);
    await waitUntilListed(workspaceId, 'difficult', []);
  });

  it('every conversation with a word that hundreds have is found once, for few units', async () => {
    lowerLimits(searchLimits, { rows: 1_000 }, { rows: 100 });
    const workspaceId = newId();
    const day = 24 * 60 * 60 * 1_000;
    const conversations = Array.from({ length: 70 }, () => newId());
    const rows = conversations.flatMap((conversation_id, index) =>
      [0, ...(index % 4 === 0 ? [40] : [])].map((days) => {
        const id = deriveId(Date.now() - days * day, `${conversation_id} ${days}`);
        const text = index === 7 ? 'invoice number 4711' : 'invoice overdue';
        return newStoredMessage({ id, workspace_id: workspaceId, conversation_id, content_text: text });
      }),
    );
    const now = isoTime(Date.now());
    const blank = { status: 'open', channel: 'web', created_at: now, contact: { name: 'Ana', tags: [] } };
    await putAll([
      ...conversations.map((id) => ({ ...keys.conversation(workspaceId, id), ...blank, id })),
      ...rows.map((message) => ({ ...keys.message(message.conversation_id, message.id), ...message })),
    ]);
    const changes = rows.map((message) => ({ before: undefined, after: { entity: 'message', ...message } }));
    for (const batch of pack(changes, { countMax: 100 })) await applyTextChanges(batch.map(toTextChange));
    const find = async (text: string, page: PageRequest): Promise<Page<Conversation>> => {
      let found: Page<Conversation> = { items: [], next: undefined };
      const cost = await measureCost(async () => {
        found = await list(workspaceId, { search: text }, page);
      });
      expect(cost['read_units'], text).toBeLessThanOrEqual(60);
      return found;
    };
    for (const text of ['invoice', 'invoi']) {
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const { items, next } = await find(text, { limit: 50, after });
        ids.push(...items.map(({ id }) => id));
        after = next;
      } while (after !== undefined);
      expect(new Set(ids).size, text).toBe(conversations.length);
      expect(ids, text).toHaveLength(conversations.length);
    }
    expect((await find('invoi', { limit: 50, after: undefined })).items).not.toEqual([]);
    const rare = await find('invoice overdue 4711', { limit: 50, after: undefined });
    expect(rare.items).toEqual([]);
    const { items } = await find('invoice number 4711', { limit: 50, after: undefined });
    expect(items.map(({ id }) => id)).toEqual([conversations[7]]);
  });
});

describe('the index of texts', () => {
  it('an edited or deleted message is found only by its present words', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    const message = await say(workspaceId, id, 'green apples');
    const other = await say(workspaceId, id, 'red apples');
    await waitUntilListed(workspaceId, 'red', [other.id]);
    expect(await listedUnder(workspaceId, 'apples')).toEqual([message.id]);
    const edited_at = isoTime(Date.now());
    await updateMessage(message, { content_text: 'green pears', edited_at }, undefined);
    await waitUntilListed(workspaceId, 'pears', [message.id]);
    expect(await listedUnder(workspaceId, 'apples')).toEqual([other.id]);
    await updateMessage({ ...message, edited_at }, { deleted_at: isoTime(Date.now()) }, undefined);
    await waitUntilListed(workspaceId, 'pears', []);
    expect(await findIds(key, 'apples')).toEqual([id]);
  });

  it('a replica that does not know an edited text yet costs the message no word', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    const message = await say(workspaceId, id, 'green apples', { id: deriveId(Date.now() - 3_600_000, id) });
    await waitUntilListed(workspaceId, 'apples', [message.id]);
    const { staleReads } = await lagBehind(keys.message(id, message.id));
    await updateMessage(message, { content_text: 'green pears', edited_at: isoTime(Date.now()) }, undefined);
    await waitUntilListed(workspaceId, 'pears', [message.id]);
    await list(workspaceId, { search: 'pears' }, { limit: 10, after: undefined });
    expect(staleReads()).toBeGreaterThan(0);
    expect(await listedUnder(workspaceId, 'pears')).toEqual([message.id]);
  });

  it('an erased conversation leaves no word behind', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    const message = await say(workspaceId, id, 'My secret wish');
    const ben = await makeSignedInMember(workspaceId, 'agent', 'Ben');
    const note = await addNote(toCaller(workspaceId, ben), id, newId(), { text: 'A strange wish' });
    await waitUntilListed(workspaceId, 'wish', [note.id, message.id]);
    await removeMessageItems([message]);
    await removeEntries(workspaceId, id, [note]);
    for (const word of ['secret', 'wish', 'strange']) await waitUntilListed(workspaceId, word, []);
  });

  it('a row that is left over is removed instead of shown', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    const hourAgo = deriveId(Date.now() - 3_600_000, id);
    await putAll([keys.textWord(workspaceId, 'ghost', hourAgo, id)]);
    expect(await findIds(key, 'ghost')).toEqual([]);
    expect(await listedUnder(workspaceId, 'ghost')).toEqual([]);
  });

  it('a word is written once for a conversation and month, up to 400 words', async () => {
    const [workspaceId, id] = [newId(), newId()];
    const insert = (text: string) =>
      applyTextChanges([
        toTextChange({
          before: undefined,
          after: {
            entity: 'message',
            ...newStoredMessage({ workspace_id: workspaceId, conversation_id: id, content_text: text }),
          },
        }),
      ]);
    await insert('order late again');
    const again = await measureCost(() => insert('order late'));
    expect(again['write_units'] ?? 0).toBe(0);
    await insert(Array.from({ length: 500 }, (_, index) => `word${index}`).join(' '));
    expect(await listedUnder(workspaceId, 'word396')).toHaveLength(1);
    expect(await listedUnder(workspaceId, 'word397')).toEqual([]);
  });

  it('a crash at any call of the indexer loses no word', async () => {
    await crashAtEveryCall({
      prepare: async () => {
        const [workspaceId, conversationId] = [newId(), newId()];
        const message = newStoredMessage({
          workspace_id: workspaceId,
          conversation_id: conversationId,
          content_text: 'green apples',
        });
        const edited = { ...message, content_text: 'red apples', edited_at: isoTime(Date.now()) };
        await putAll([{ ...keys.message(conversationId, message.id), entity: 'message', ...edited }]);
        return { workspaceId, message, edited };
      },
      run: async ({ message, edited }) => {
        const [before, after] = [message, edited].map((item) => ({ entity: 'message', ...item }));
        await applyTextChanges([toTextChange({ before: undefined, after: before })]);
        await applyTextChanges([toTextChange({ before, after })]);
      },
      verify: async ({ workspaceId, message }, { label }) => {
        for (const [word, ids] of Object.entries({ green: [], red: [message.id], apples: [message.id] }))
          expect(await listedUnder(workspaceId, word), `${label} ${word}`).toEqual(ids);
      },
    });
  });
});
