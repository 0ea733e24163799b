import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readInbox } from '../../../functions/domain/inbox/list-inbox.ts';
import { addNote } from '../../../functions/domain/inbox/notes.ts';
import { showPresence } from '../../../functions/domain/inbox/presence.ts';
import { replyAs } from '../../../functions/domain/inbox/reply.ts';
import { getTimeline } from '../../../functions/domain/inbox/timeline.ts';
import { readUpload } from '../../../functions/domain/inbox/uploads.ts';
import { toObjectKey } from '../../../functions/domain/media/object-key.ts';
import { ownRepliesMax, savedRepliesMax } from '../../../functions/model/conversations/answering.ts';
import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import type { MessageEntry, TimelineEntry } from '../../../functions/model/conversations/timeline.ts';
import { readObjectHead, removeObjects } from '../../../functions/platform/bucket.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import * as messages from '../../../functions/table/messages/messages.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { callSimulator, postMessage } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import {
  callDashboard,
  makeSignedInMember,
  makeStaffedWorkspace,
  type Person,
} from '../../support/dashboard/dashboard.ts';
import { callHandlers } from '../../support/dashboard/handlers.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

type Shop = Awaited<ReturnType<typeof makeShop>>;

interface Inbox {
  data: {
    waiting: InboxConversation[];
    answered: InboxConversation[];
    mentions: unknown[];
    open: { conversation: InboxConversation; entries: TimelineEntry[] } | null;
  };
  meta: { next_cursor: string | null };
}

interface Timeline {
  data: { conversation: InboxConversation; entries: TimelineEntry[]; has_older: boolean };
}

let shop: Shop;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  shop = await makeShop();
  [ana, ben] = [await makeSignedInMember(shop.id, 'agent', 'Ana'), await makeSignedInMember(shop.id, 'agent', 'Ben')];
});

const send = <Body>(person: Person, method: string, path: string, body?: object) =>
  callDashboard<Body & { error?: { code: string; message: string } }>(method, `/api/w/${shop.id}${path}`, {
    session: person.session,
    body,
  });

const getInbox = async (person: Person, query: string, workspaceId = shop.id) =>
  (await callDashboard<Inbox>('GET', `/api/w/${workspaceId}/inbox?${query}`, { session: person.session })).json;

const getEntries = async (id: string, query = ''): Promise<TimelineEntry[]> =>
  (await send<Timeline>(ana, 'GET', `/conversations/${id}/timeline?${query}`)).json.data.entries;

const describeEntry = (entry: TimelineEntry): string =>
  entry.type === 'message'
    ? `${entry.author.kind} ${entry.content_text}`
    : `${entry.author.name ?? entry.author.kind} ${entry.type === 'note' ? entry.text : entry.change}`;

const reply = (person: Person, id: string, body: object) =>
  send<{ data: { conversation: InboxConversation; entry: TimelineEntry } }>(
    person,
    'POST',
    `/conversations/${id}/messages`,
    body,
  );

describe('the list', () => {
  it('those who wait come first, longest first, then those last worked on; a cursor goes on behind them', async () => {
    const { id: workspaceId } = await makeShop();
    const person = await makeSignedInMember(workspaceId, 'agent');
    const waiting: string[] = [];
    for (const [waiting_since, tag] of Object.entries({
      '2026-05-04T09:00:00.000Z': 'late',
      '2026-05-04T08:00:00.000Z': 'VIP',
    })) {
      const contact = { tags: [{ id: newId(), name: tag, color: '#ef4444' }] };
      waiting.unshift(await makeConversation(workspaceId, { contact, fields: { waiting_since } }));
    }
    const answered: string[] = [];
    for (const channel of ['msgapp', 'web'] as const) {
      const id = await makeConversation(workspaceId, {
        channel,
        fields: { waiting_since: '2026-05-04T07:00:00.000Z' },
      });
      await callDashboard('PATCH', `/api/w/${workspaceId}/conversations/${id}`, {
        session: person.session,
        body: { waiting: false },
      });
      answered.unshift(id);
    }
    const list = async (query: string) => {
      const { data, meta } = await getInbox(person, query, workspaceId);
      return { ids: [data.waiting, data.answered].map((rows) => rows.map(({ id }) => id)), next: meta.next_cursor };
    };
    await expect.poll(() => list('view=all')).toEqual({ ids: [waiting, answered], next: null });
    expect((await list('view=unassigned&channel=web')).ids).toEqual([[], answered.slice(0, 1)]);
    expect(await list('view=all&tag=vip')).toEqual({ ids: [waiting.slice(0, 1), []], next: null });
    expect((await list('view=mine')).ids).toEqual([[], []]);
    expect((await list('view=due')).ids).toEqual([waiting, answered]);
    const first = await list('view=all&limit=3');
    expect(first.ids).toEqual([waiting, answered.slice(0, 1)]);
    // The conversation on the screen changes while the member scrolls.
    const rest = await list(`view=all&limit=3&conversation_id=${waiting[0]}&cursor=${first.next}`);
    expect(rest.ids).toEqual([[], answered.slice(1)]);
    const counts = await callDashboard('GET', `/api/w/${workspaceId}/inbox/counts`, { session: person.session });
    expect(counts.json).toEqual({
      data: {
        mine: 0,
        unassigned: 4,
        all: 4,
        waiting: 0,
        snoozed: 0,
        by_member: {},
        due: 2,
        mentions: [],
        is_exact: true,
      },
    });
  });

  it('a row shows the last message, with a dot until a member opens the conversation', async () => {
    const from = newPhone();
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from, type: 'image' });
    const getRow = async () => (await getInbox(ana, `view=unassigned&conversation_id=${id}`)).data.open?.conversation;
    expect(await getRow()).toMatchObject({
      is_opened: false,
      last_message: { direction: 'inbound', content_type: 'image', author: { kind: 'customer' } },
    });
    await send(ana, 'POST', `/conversations/${id}/seen`, { is_opened: true });
    expect(await getRow()).toMatchObject({ is_opened: true });
    await simulateInboundAndWait(shop, { from });
    expect(await getRow()).toMatchObject({ is_opened: false, last_message: { content_type: 'text' } });
    await postMessage(shop.key, { to: from, text: 'We got it' });
    expect(await getRow()).toMatchObject({
      is_opened: false,
      last_message: { direction: 'outbound', content_text: 'We got it', author: { kind: 'key' } },
    });
    const { json } = await reply(ana, id, { text: 'Hello' });
    expect(await getRow()).toMatchObject({
      is_opened: true,
      last_message: { status: 'sent', author: { kind: 'member', id: ana.user.id, name: 'Ana' } },
    });
    const { msgapp_message_id: message_id } = json.data.entry as MessageEntry;
    // A customer whose answer failed waits again.
    const isFiltered = async () =>
      (await getInbox(ana, 'view=mine&not_delivered=true')).data.waiting.some((row) => row.id === id);
    for (const status of ['failed', 'delivered']) {
      await callSimulator('POST', '/status', { message_id, status });
      await expect.poll(getRow).toMatchObject({ last_message: { status, content_text: 'Hello' } });
      await expect.poll(isFiltered).toBe(status === 'failed');
    }
  });

  it('a conversation of another workspace cannot be watched', async () => {
    const { id: otherId, owner } = await makeStaffedWorkspace();
    const id = await makeConversation(shop.id);
    const target = `/api/w/${otherId}/inbox?conversation_id=${id}`;
    expect((await callDashboard('GET', target, { session: owner.session })).status).toBe(404);
  });
});

describe('a repeated read', () => {
  it('finds nothing new for two read units beside authentication, and everything that is new', async () => {
    const from = newPhone();
    const { conversation_id: id, id: messageId } = await simulateInboundAndWait(shop, { from });
    const target = `/api/w/${shop.id}/inbox?view=unassigned&conversation_id=${id}&since=${messageId}`;
    const poll = (etag: string) =>
      callHandlers('GET', target, { session: ana.session, headers: { 'if-none-match': etag } });
    let etag = '';
    const isNew = async (): Promise<boolean> => {
      const { status, headers } = await poll(etag);
      expect([200, 304]).toContain(status);
      etag = headers.get('etag') ?? '';
      return status === 200;
    };
    await expect.poll(isNew).toBe(false);
    const query = { view: 'unassigned', conversation_id: id, since: messageId } as const;
    const page = { limit: 50, after: undefined };
    const cost = await measureCost(() => readInbox(toCaller(shop.id, ana), query, page));
    expect(cost['read_units']).toBeLessThanOrEqual(2);
    for (const change of [
      () => simulateInboundAndWait(shop, { from }),
      () => addNote(toCaller(shop.id, ben), id, newId(), { text: 'VIP' }),
      () => showPresence(toCaller(shop.id, ben), id, 'writing'),
      () => send(ben, 'PATCH', `/conversations/${id}`, { assigned_agent_id: null, waiting: false }),
      () => postMessage(shop.key, { to: from, text: 'From the API' }),
    ]) {
      const outcome = await change();
      await expect.poll(isNew, { message: `${change}: ${JSON.stringify(outcome)}` }).toBe(true);
      await expect.poll(isNew).toBe(false);
    }
  });
});

describe('a message that is stored between the reads of messages and conversation', () => {
  const page = { limit: 50, after: undefined };
  const readOpen = async (view: 'unassigned' | 'closed', conversation_id: string, since: string) => {
    const { read } = await readInbox(toCaller(shop.id, ana), { view, conversation_id, since }, page);
    return (await read()).data.open;
  };

  it.each([
    ['the timeline', (id: string) => getTimeline(toCaller(shop.id, ana), id, {})],
    ['a list that has the conversation', (id: string, since: string) => readOpen('unassigned', id, since)],
    ['a list without it', (id: string, since: string) => readOpen('closed', id, since)],
  ])('is in %s, which states the version of the conversation that has it', async (_, read) => {
    const from = newPhone();
    const { conversation_id: id, id: first } = await simulateInboundAndWait(shop, { from, text: 'First' });
    const newest = await messages.queryMessages(id, page);
    await simulateInboundAndWait(shop, { from, text: 'Second' });
    vi.spyOn(messages, 'queryMessages').mockResolvedValueOnce(newest);
    vi.spyOn(messages, 'queryMessagesFrom').mockResolvedValueOnce(newest.items);
    const shown = await read(id, first);
    expect(shown?.entries.map(describeEntry)).toEqual(['customer First', 'customer Second']);
    expect(shown?.conversation.last_message_text).toBe('Second');
  });
});

describe('the timeline', () => {
  it('messages, notes and changes are in the order of time, with their authors, in pages', async () => {
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from: newPhone(), text: 'Where is it?' });
    await send(ben, 'POST', `/conversations/${id}/notes`, { text: 'Left today', mentions: [ana.user.id] });
    await reply(ana, id, { text: 'On its way', status: 'closed' });
    const entries = await getEntries(id);
    expect(entries.map(describeEntry)).toEqual([
      'customer Where is it?',
      'Ben Left today',
      'member On its way',
      'Ana assigned',
      'Ana closed',
    ]);
    const [, , third] = entries;
    expect((await getEntries(id, `after=${third?.id}`)).map(describeEntry)).toEqual(['Ana assigned', 'Ana closed']);
    expect((await getEntries(id, `before=${third?.id}`)).map(describeEntry)).toEqual([
      'customer Where is it?',
      'Ben Left today',
    ]);
  });

  it('a message of the customer reopens the conversation and says so; STOP leaves an entry', async () => {
    const from = newPhone();
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from, text: 'Hi' });
    await send(ana, 'PATCH', `/conversations/${id}`, { status: 'closed' });
    await simulateInboundAndWait(shop, { from, text: 'STOP' });
    expect((await getEntries(id)).map(describeEntry)).toEqual([
      'customer Hi',
      'Ana closed',
      'customer STOP',
      'customer reopened',
      'customer opted_out',
    ]);
  });

  it('a file has a link of our own origin', async () => {
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from: newPhone(), type: 'image' });
    await expect.poll(async () => (await getEntries(id))[0]).toMatchObject({ file: { state: 'ready' } });
    const [ready] = await getEntries(id);
    const url = ready?.type === 'message' ? (ready.file?.url ?? '') : '';
    expect(url).toMatch(/^\/media\//);
    const file = await callDashboard('GET', url);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^image\//);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.headers.get('content-disposition')).toMatch(/^inline/);
  });
});

describe('a reply', () => {
  it('is refused with the newer message if a colleague has answered, unless the member insists', async () => {
    const id = await makeConversation(shop.id, {
      channel: 'web',
      fields: { waiting_since: '2026-05-04T08:00:00.000Z' },
    });
    const first = await reply(ana, id, { text: 'First', seen_message_id: null });
    expect(first.status).toBe(201);
    const newerId = first.json.data.entry.id;
    const refused = await reply(ben, id, { text: 'Second', seen_message_id: null });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'conflict' } } });
    expect(refused.headers.get('x-newer-message-id')).toBe(newerId);
    expect((await reply(ben, id, { text: 'Second', seen_message_id: newerId })).status).toBe(201);
    // Ana answered first, so it is hers.
    expect((await getInbox(ana, `view=mine&conversation_id=${id}`)).data.open?.conversation).toMatchObject({
      assigned_agent_id: ana.user.id,
      waiting_since: null,
    });
  });

  it('a template looks as it was sent, and a fallback shows the text that it replaced', async () => {
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from: '+14155550004' });
    const media = 'https://shop.example/x.jpg';
    const params = {
      bodyNamed: { first_name: 'Ana', order_id: 'A-17' },
      headerMediaUrl: media,
      buttonParams: { 0: 'A-17' },
    };
    const { json } = await reply(ana, id, { template: { name: 'order_ready', language: 'en_US', params } });
    const ready = {
      body: 'Hi Ana, order A-17 is ready.',
      media: { kind: 'image', url: media, name: null },
      buttons: ['Track', 'Stop'],
      targets: ['https://example.com/o/A-17', null],
    };
    expect(json.data.entry).toMatchObject({ template: { ...ready, cards: [] }, replaced_text: null });
    const cards = ['10', '20'].map((off) => ({ headerMediaUrl: media, body: [off], buttonParams: { 1: off } }));
    const sent = await reply(ana, id, { template: { name: 'new_arrivals', params: { body: ['Ana'], cards } } });
    const [buttons, file] = [['Tell me more', 'Shop'], ready.media];
    const shown = ['10', '20'].map((off) => ({
      ...{ header: null, media: file, body: `Now ${off} off`, footer: null, buttons },
      targets: [null, `https://example.com/${off}`],
    }));
    expect(sent.json.data.entry).toMatchObject({ template: { body: 'New for you, Ana:', buttons: [], cards: shown } });
    const fallback_template = { name: 'flash_sale', params: { headerText: 'Ana', body: ['SAVE20', '2 days'] } };
    const answer = await reply(ana, id, { text: 'It left today', fallback_template });
    expect(answer.json.data.entry).toMatchObject({
      author: { name: 'Ana' },
      fallback_used: true,
      replaced_text: 'It left today',
      template: { name: 'flash_sale', header: 'Act fast, Ana!', body: 'Use code SAVE20: 2 days left. Again: SAVE20.' },
    });
    const both = { template: { name: 'hello_world' }, fallback_template };
    expect((await reply(ana, id, both)).status).toBe(400);
  });

  it('a crash at any call leaves a message that is sent once, and a retry completes assignment and status', async () => {
    await crashAtEveryCall({
      prepare: async () => ({ id: await makeConversation(shop.id, { channel: 'web' }), messageId: newId() }),
      run: ({ id, messageId }) => replyAs(toCaller(shop.id, ana), id, messageId, { text: 'Hi', status: 'pending' }),
      verify: async ({ id }, { label }) => {
        const item = await findItem(keys.conversation(shop.id, id));
        expect(item, label).toMatchObject({ assigned_agent_id: ana.user.id, status: 'pending' });
        const entries = (await getEntries(id)).map(describeEntry);
        expect(entries, label).toEqual(['member Hi', 'Ana assigned', 'Ana pending']);
      },
    });
  });
});

describe('working together', () => {
  it('a mentioned member is told until the note is gone or they have opened the conversation', async () => {
    const carl = await makeSignedInMember(shop.id, 'agent', 'Carl');
    const conversations = [await makeConversation(shop.id), await makeConversation(shop.id)];
    const mention = (conversationId = '') =>
      addNote(toCaller(shop.id, ben), conversationId, newId(), {
        text: '@Carl',
        mentions: [carl.user.id, ben.user.id],
      });
    const listMentions = async (person: Person) =>
      (await send<{ data: { mentions: unknown[] } }>(person, 'GET', '/inbox/counts')).json.data.mentions;
    const [first, second] = [await mention(conversations[0]), await mention(conversations[1])];
    const told = [first, second].map(({ id: note_id }, index) => {
      return { note_id, conversation_id: conversations[index], by: 'Ben' };
    });
    expect(await listMentions(carl)).toEqual(told);
    expect((await getInbox(carl, 'view=due')).data.mentions).toEqual(told);
    expect(await listMentions(ben)).toEqual([]);
    for (const person of [ben, carl])
      await send(person, 'POST', `/conversations/${conversations[0]}/seen`, { is_opened: true });
    expect(await listMentions(carl)).toEqual(told.slice(1));
    await send(ben, 'DELETE', `/conversations/${conversations[1]}/notes/${second.id}`);
    expect(await listMentions(carl)).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => mention(conversations[0])));
    await mention(conversations[1]);
    for (const id of conversations.toReversed())
      await send(carl, 'POST', `/conversations/${id}/seen`, { is_opened: true });
    expect(await listMentions(carl)).toEqual([]);
  });

  it('presence is shown to others, once in a conversation, until 30 seconds have passed', async () => {
    const time = startTestClock();
    const [id, other] = [await makeConversation(shop.id), await makeConversation(shop.id)];
    const [asAna, asBen] = [toCaller(shop.id, ana), toCaller(shop.id, ben)];
    const look = async (caller: typeof asAna, conversationId: string) =>
      (await showPresence(caller, conversationId, 'looking')).data;
    await look(asBen, other);
    await showPresence(asBen, id, 'writing');
    expect(await look(asAna, id)).toEqual([{ user_id: ben.user.id, name: 'Ben', state: 'writing' }]);
    expect(await look(asAna, other)).toEqual([]);
    time.advanceTo(Date.now() + 31_000);
    expect(await look(asAna, id)).toEqual([]);
    await look(asBen, id);
    await showPresence(asBen, other, 'gone');
    expect((await showPresence(asAna, id, 'gone')).data).toHaveLength(1);
    await showPresence(asBen, id, 'gone');
    expect(await look(asAna, id)).toEqual([]);
  });

  it('the read that an open inbox repeats says where the member is, for longer than until the next one', async () => {
    const time = startTestClock();
    const id = await makeConversation(shop.id);
    const [asAna, asBen] = [toCaller(shop.id, ana), toCaller(shop.id, ben)];
    const page = { limit: 1, after: undefined };
    await readInbox(asBen, { view: 'all', conversation_id: id, presence: 'writing' }, page);
    time.advanceTo(Date.now() + 80_000);
    expect((await showPresence(asAna, id, 'looking')).data).toMatchObject([{ name: 'Ben', state: 'writing' }]);
    time.advanceTo(Date.now() + 100_000);
    expect((await showPresence(asAna, id, 'looking')).data).toEqual([]);
  });

  it('a bulk change has a result for each conversation, leaves one in which the customer wrote since, and its undo restores the wait that no reply ended', async () => {
    const waiting_since = '2026-05-04T08:00:00.000Z';
    const open = await makeConversation(shop.id, { channel: 'web', fields: { waiting_since } });
    const closed = await makeConversation(shop.id, { fields: { status: 'closed' } });
    const written = await makeConversation(shop.id, { fields: { last_inbound_at: waiting_since } });
    const unknown = newId();
    const seen = { [open]: null, [written]: '2026-05-04T07:00:00.000Z' };
    const body = { ids: [open, closed, written, unknown], changes: { status: 'closed' }, seen };
    const { json } = await send(ana, 'POST', '/inbox/bulk', body);
    expect(json).toEqual({
      data: [
        {
          id: open,
          outcome: 'changed',
          before: { status: 'open', assigned_agent_id: null, team_id: null, waiting_since, snoozed_until: null },
        },
        { id: closed, outcome: 'unchanged' },
        { id: written, outcome: 'outdated' },
        { id: unknown, outcome: 'not_found' },
      ],
    });
    const undo = async () => {
      await send(ana, 'POST', '/inbox/bulk', { ids: [open], changes: { status: 'open', waiting: true } });
      return (await findItem(keys.conversation(shop.id, open)))?.['waiting_since'];
    };
    expect(await undo()).toBe(waiting_since);
    await reply(ana, open, { text: 'Sorry for the wait', status: 'closed' });
    expect(await undo()).not.toBe(waiting_since);
    const { status } = await send(ana, 'POST', '/inbox/bulk', { ids: [open], changes: { assigned_agent_id: newId() } });
    expect(status).toBe(400);
  });

  it('an undo leaves what a colleague has changed since', async () => {
    const id = await makeConversation(shop.id, { channel: 'web' });
    await send(ana, 'PATCH', `/conversations/${id}`, { status: 'closed' });
    await send(ben, 'PATCH', `/conversations/${id}`, { status: 'pending', assigned_agent_id: ben.user.id });
    const changes = { status: 'open', expected: { status: 'closed' } };
    const undone = await send(ana, 'PATCH', `/conversations/${id}`, changes);
    expect(undone).toMatchObject({ status: 409, json: { error: { code: 'conflict' } } });
    const { json } = await send(ana, 'POST', '/inbox/bulk', { ids: [id], changes });
    expect(json).toEqual({ data: [{ id, outcome: 'outdated' }] });
    const unassigned = { assigned_agent_id: null, expected: { assigned_agent_id: ben.user.id } };
    const taken = await send(ana, 'PATCH', `/conversations/${id}`, unassigned);
    expect(taken.json).toMatchObject({ data: { status: 'pending', assigned_agent_id: null } });
  });

  it('a note is deleted by its author or an Admin only, together with its mentions', async () => {
    const id = await makeConversation(shop.id);
    const note = await addNote(toCaller(shop.id, ben), id, newId(), { text: 'Mine' });
    const path = `/conversations/${id}/notes/${note.id}`;
    expect((await send(ana, 'DELETE', path)).status).toBe(403);
    const admin = await makeSignedInMember(shop.id, 'admin');
    expect((await send(admin, 'DELETE', path)).status).toBe(200);
    expect((await send(ben, 'DELETE', path)).status).toBe(404);
    const body = { text: 'Hi', mentions: [newId()] };
    expect((await send(ana, 'POST', `/conversations/${id}/notes`, body)).status).toBe(400);
  });

  it("a member's own replies are nobody else's, even for the limit", async () => {
    const own = { name: 'Hours', text: 'From 9 to 5', is_shared: false };
    const { json } = await send<{ data: { id: string } }>(ana, 'POST', '/saved-replies', own);
    expect((await send<{ data: object[] }>(ben, 'GET', '/saved-replies')).json.data).toEqual([]);
    expect((await send(ben, 'PATCH', `/saved-replies/${json.data.id}`, { name: 'x' })).status).toBe(404);
    await send(ana, 'PATCH', `/saved-replies/${json.data.id}`, { is_shared: true });
    expect((await send(ben, 'PATCH', `/saved-replies/${json.data.id}`, { is_shared: false })).status).toBe(403);
    expect((await send<{ data: object[] }>(ben, 'GET', '/saved-replies')).json.data).toMatchObject([{ name: 'Hours' }]);
    for (const [Key, max, is_shared, mayShare] of [
      [keys.ownReplyCount(shop.id, ana.user.id), ownRepliesMax, false, 200],
      [keys.savedReplyCount(shop.id), savedRepliesMax, true, 400],
    ] as const) {
      await updateIf({ Key, ...assign({ replies: max }) });
      const refused = { status: 400, json: { error: { message: expect.stringContaining(`at most ${max}`) } } };
      expect(await send(ana, 'POST', '/saved-replies', { ...own, is_shared })).toMatchObject(refused);
      const { json: bens } = await send<{ data: { id: string } }>(ben, 'POST', '/saved-replies', own);
      expect((await send(ben, 'PATCH', `/saved-replies/${bens.data.id}`, { is_shared: true })).status).toBe(mayShare);
    }
  });
});

describe('a file', () => {
  const upload = async (filename: string, content_type: string, bytes: Buffer): Promise<string> => {
    const { json } = await send<{ data: { id: string; url: string; fields: Record<string, string> } }>(
      ana,
      'POST',
      '/uploads',
      { filename, content_type, size_bytes: bytes.length },
    );
    const form = new FormData();
    for (const [name, value] of Object.entries(json.data.fields)) form.append(name, value);
    form.append('file', new Blob([Uint8Array.from(bytes)]), filename);
    const request = new Request('http://dashboard', { method: 'POST', body: form });
    const { status } = await callDashboard('POST', json.data.url, {
      body: Buffer.from(await request.arrayBuffer()).toString('latin1'),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    });
    expect(status).toBe(204);
    return json.data.id;
  };

  it('a file that a member uploads is sent by a link but stays in the conversation', async () => {
    const id = await makeConversation(shop.id, { channel: 'web' });
    const upload_id = await upload('Rechnung ä.txt', 'text/plain', Buffer.from('Total: 12'));
    const { status, json } = await reply(ana, id, { upload_id, text: 'Here' });
    expect(status).toBe(201);
    expect(json.data.entry).toMatchObject({
      content_type: 'document',
      content_text: 'Here',
      file: { state: 'ready', filename: 'Rechnung ä.txt', content_type: 'text/plain; charset=utf-8', size_bytes: 9 },
    });
    const url = json.data.entry.type === 'message' ? (json.data.entry.file?.url ?? '') : '';
    const file = await callDashboard('GET', url);
    expect(file).toMatchObject({ status: 200, text: 'Total: 12' });
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('a page that is declared as a picture is sent as what it is, and types that channels do not take are refused', async () => {
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from: newPhone() });
    const upload_id = await upload('cat.png', 'image/png', Buffer.from('<html><script>alert(1)</script></html>'));
    const { json } = await reply(ana, id, { upload_id });
    expect(json.data.entry).toMatchObject({ content_type: 'document', file: { filename: 'cat.png.txt' } });
    for (const [content_type, size_bytes] of [
      ['image/svg+xml', 10],
      ['text/html', 10],
      ['image/png', 6_000_000],
    ] as const)
      expect((await send(ana, 'POST', '/uploads', { filename: 'x', content_type, size_bytes })).status).toBe(400);
    expect((await reply(ana, id, { upload_id: newId() })).status).toBe(400);
    const voice = await upload('voice.ogg', 'audio/ogg', Buffer.from('OggS'));
    expect((await reply(ana, id, { upload_id: voice, text: 'No caption' })).status).toBe(400);
    const refusedId = newId();
    const refused = replyAs(toCaller(shop.id, ana), id, refusedId, { upload_id, seen_message_id: null });
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    expect(await readObjectHead(toObjectKey(shop.id, refusedId), 1)).toBeUndefined();
  });

  it('a file that is gone when it is taken is a clear error that leaves nothing behind', async () => {
    const upload_id = await upload('cat.txt', 'text/plain', Buffer.from('Meow'));
    const messageId = newId();
    const { attach } = await readUpload(shop.id, messageId, upload_id, undefined);
    await removeObjects([`uploads/${toObjectKey(shop.id, upload_id)}`]);
    await expect(attach()).rejects.toMatchObject({ code: 'bad_request' });
    expect(await readObjectHead(toObjectKey(shop.id, messageId), 1)).toBeUndefined();
  });
});
