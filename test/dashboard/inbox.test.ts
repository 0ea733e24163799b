import { onlineManager } from '@tanstack/react-query';
import { describe, expect, it, test, vi } from 'vitest';
import { ApiProblem } from '../../dashboard/api/problem.ts';
import { queryClient } from '../../dashboard/api/query-client.ts';
import { templateFields, toParams } from '../../dashboard/components/templates/template-fields.ts';
import { askForNotices, showNotice } from '../../dashboard/context/desktop-notices.ts';
import { composerState } from '../../dashboard/pages/inbox/composer/composer-state.ts';
import { isEmptyDraft, openDrafts } from '../../dashboard/pages/inbox/composer/drafts.ts';
import { sizeMax } from '../../dashboard/pages/inbox/composer/files.ts';
import { fillReply } from '../../dashboard/pages/inbox/composer/fill-reply.ts';
import { findGap } from '../../dashboard/pages/inbox/composer/find-gap.ts';
import { nameValueOf } from '../../dashboard/pages/inbox/composer/name-value.ts';
import { overLimit, toDraft, toNewItems } from '../../dashboard/pages/inbox/composer/new-items.ts';
import { readPastedLink } from '../../dashboard/pages/inbox/composer/pasted-link.ts';
import { languageOfCountry, orderTemplates } from '../../dashboard/pages/inbox/composer/template-order.ts';
import {
  mayNeedFallback,
  maySendTemplate,
  mayWriteText,
  windowState,
} from '../../dashboard/pages/inbox/composer/window-state.ts';
import { emptyList, idsInView, nextList, nextWaiting, rangeOf } from '../../dashboard/pages/inbox/list/list-order.ts';
import { longWaitOf, previewOf, rowLabel } from '../../dashboard/pages/inbox/list/rows.ts';
import { newMentions, newsOf, withRead } from '../../dashboard/pages/inbox/news.ts';
import { bulkWords, runBulk } from '../../dashboard/pages/inbox/store/bulk-run.ts';
import { afterChanges, undoOf, undoRequests } from '../../dashboard/pages/inbox/store/changes.ts';
import { withChange } from '../../dashboard/pages/inbox/store/lists.ts';
import { inboxIntervalMs } from '../../dashboard/pages/inbox/store/live-interval.ts';
import {
  dueItems,
  failed,
  hasUnsent,
  isUnderway,
  nextDueMs,
  type Outbox,
  type OutboxItem,
  restored,
  retried,
  sent,
  started,
  withOwnSeen,
} from '../../dashboard/pages/inbox/store/outbox.ts';
import {
  entriesMax,
  firstUnopened,
  liveSince,
  withEntries,
  withNewestPage,
  withOlderPage,
} from '../../dashboard/pages/inbox/store/timeline.ts';
import { changeWords, takenWords } from '../../dashboard/pages/inbox/thread/change-words.ts';
import { explainFailure } from '../../dashboard/pages/inbox/thread/failures.ts';
import { toTextParts } from '../../dashboard/pages/inbox/thread/text-parts.ts';
import {
  announcedOf,
  keepItems,
  lastMessageId,
  toThreadItems,
  windowOf,
} from '../../dashboard/pages/inbox/thread/thread-items.ts';
import { ageWords, dayWords, durationWords, rowTime, spokenAge } from '../../dashboard/pages/inbox/words/ages.ts';
import { fileSize } from '../../dashboard/pages/inbox/words/message-words.ts';
import { firstNameOf, templateKey } from '../../dashboard/pages/inbox/words/names.ts';
import { contactName, customerName } from '../../dashboard/texts/contact-name.ts';
import { inboxPartsTexts } from '../../dashboard/texts/en/inbox-parts.ts';
import { formatPhone, loadPhoneFormat } from '../../dashboard/texts/phone.ts';
import type { InboxConversation } from '../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../functions/model/conversations/timeline.ts';

// Its types are those of a browser, which the tests do not have.
const storePath = '../../dashboard/pages/inbox/store';
const { inboxOf } = await import(`${storePath}/inbox.ts`);
const { readBackTo, timelineQuery } = await import(`${storePath}/timelines.ts`);
const { applyChanges } = await import(`${storePath}/apply-changes.ts`);
const apiPath = '../../dashboard/api/call.ts';
const api = await import(apiPath);
const outboxStore = await import(`${storePath}/outbox-store.ts`);

const nowMs = new Date(2026, 10, 16, 12, 0).getTime();
const minuteMs = 60_000;
const at = (minutesAgo: number) => new Date(nowMs - minutesAgo * minuteMs).toISOString();
const me = 'me';

const customer = { kind: 'customer', id: null, name: null } as const;
const member = (id: string, name: string) => ({ kind: 'member', id, name }) as const;

const lastMessage = (changes: object = {}): NonNullable<InboxConversation['last_message']> => ({
  direction: 'inbound',
  content_type: 'text',
  content_text: 'Is it on\nits way?',
  status: 'delivered',
  deleted_at: null,
  author: customer,
  filename: null,
  duration_seconds: null,
  ...changes,
});

const conversation = (id: string, changes: Partial<InboxConversation> = {}): InboxConversation => ({
  id,
  version: '',
  channel: 'msgapp',
  contact_id: `contact ${id}`,
  status: 'open',
  team_id: null,
  assigned_agent_id: me,
  last_message_text: null,
  last_message_at: at(14),
  last_inbound_at: at(14),
  unread_count: 1,
  created_at: at(100),
  updated_at: at(14),
  contact: {
    id: 'c0ffee-4f2a',
    phone: '+14155551000',
    social_username: null,
    name: 'Ana Silva',
    email: null,
    company: null,
    tags: [],
    opted_out_at: null,
  },
  window_expires_at: null,
  snoozed_until: null,
  is_back: false,
  waiting_since: at(14),
  is_opened: false,
  last_message: lastMessage(),
  presence: [],
  noted: null,
  ...changes,
});

const context = { userId: me, nowMs, members: new Map([['ben', 'Ben Okoro']]) };

describe('a row of the inbox', () => {
  test('a nameless customer is known by number, handle or the end of the id', async () => {
    const { contact } = conversation('1');
    expect(contactName(contact)).toBe('Ana Silva');
    expect(firstNameOf(contact)).toBe('Ana');
    expect(contactName({ ...contact, name: ' ' })).toBe('+14155551000');
    await loadPhoneFormat();
    expect(contactName({ ...contact, name: ' ' })).toBe('+1 415 555 1000');
    expect(formatPhone('+351912345678')).toBe('+351 912 345 678');
    expect(formatPhone('+1')).toBe('+1');
    expect(contactName({ ...contact, name: null, phone: null, social_username: 'ana.s' })).toBe('@ana.s');
    expect(customerName({ ...contact, name: null, phone: null })).toMatch(/^Visitor \S{1,4}$/);
    expect(contactName({ ...contact, name: null, phone: null })).toBe('Visitor 4f2a');
    expect(contactName({ ...contact, name: '\u200b\u3164\u0301' })).toBe('+1 415 555 1000');
  });

  test.each([
    ['Hugo O’Brien', '+14155550101', 'Hugo'],
    ['Zoë Müller-Lüdenscheidt', null, 'Zoë'],
    ['Hugo', '+14155550101', 'Hugo'],
    ['Nguyễn Thị Mai', '+14155550101', 'Nguyễn Thị Mai'],
    ['Nguyễn Mai', '+14155550101', 'Nguyễn Mai'],
    ['Nagy Anna', '+36201234567', 'Nagy Anna'],
    ['Wang Wei', '+8613812345678', 'Wang Wei'],
    ['Kim Min-ji', '+821012345678', 'Kim Min-ji'],
    ['山田 花子', '+14155550101', '山田 花子'],
    ['Dr. Weber', '+491512345678', 'Dr. Weber'],
    ['J. Weber', '+491512345678', 'J. Weber'],
    ['María García López', '+34612345678', 'María García López'],
    ['Silva, Ana', '+14155550101', 'Silva, Ana'],
  ])('%s with the number %s is addressed as %s', (name, phone, shown) =>
    expect(firstNameOf({ ...conversation('1').contact, name, phone })).toBe(shown),
  );

  test('a name or file name cannot turn the words around it', () => {
    const { contact } = conversation('1');
    expect(contactName({ ...contact, name: 'Ana\u202e\n nimdA' })).toBe('Ana  nimdA');
    expect(firstNameOf({ ...contact, name: '\u2066\u202emoT Roe' })).toBe('moT');
    expect(contactName({ ...contact, name: '👩‍👧 می‌خواهم' })).toBe('👩‍👧 می‌خواهم');
    const last_message = lastMessage({ content_type: 'document', filename: 'invoice\u202efdp.exe' });
    expect(previewOf(conversation('1', { last_message }), context).text).toBe('invoice fdp.exe');
  });

  test.each([
    [{}, undefined, 'Is it on its way?'],
    [{ content_type: 'image', content_text: null }, undefined, 'Photo'],
    [{ content_type: 'audio', content_text: null, duration_seconds: 64 }, undefined, 'Voice message 1:04'],
    [{ content_type: 'image', content_text: 'The box' }, undefined, 'Photo: The box'],
    [{ content_type: 'document', content_text: null, filename: 'Invoice 17.pdf' }, undefined, 'Invoice 17.pdf'],
    [{ content_type: 'reaction', content_text: '❤️' }, undefined, 'Reacted ❤️'],
    [{ deleted_at: at(1) }, undefined, 'Deleted'],
    [{ direction: 'outbound', author: member(me, 'Olivia') }, 'You:', 'Is it on its way?'],
    [{ direction: 'outbound', author: member('ben', 'Ben Okoro') }, 'Ben:', 'Is it on its way?'],
    [{ direction: 'outbound', author: { kind: 'key', id: null, name: 'Shop' } }, 'API:', 'Is it on its way?'],
    [{ direction: 'outbound', author: { kind: 'broadcast', id: 'b', name: null } }, 'Broadcast:', 'Is it on its way?'],
    [{ direction: 'outbound', status: 'failed', author: member(me, 'O') }, 'Not delivered:', 'Is it on its way?'],
  ])('previews %j as %s %s', (changes, prefix, text) => {
    const row = conversation('1', { last_message: lastMessage(changes) });
    expect(previewOf(row, context)).toMatchObject({ prefix, text });
    expect(previewOf(row, { ...context, draft: 'Yes, we' })).toEqual({
      prefix: 'Draft:',
      isBad: false,
      isDraft: true,
      text: 'Yes, we',
    });
  });

  test('says everything that it shows to a screen reader', () => {
    const looking = { user_id: 'ben', name: 'Ben Okoro', state: 'looking' } as const;
    expect(rowLabel(conversation('1', { presence: [looking] }), context)).toBe(
      'Ana Silva, Msgapp, waiting 14 minutes, Is it on its way?, assigned to you, not opened, Ben Okoro is looking',
    );
  });

  test.each([
    [30_000, 'now', '1 minute'],
    [59 * minuteMs, '59 min', '59 minutes'],
    [80 * minuteMs, '1 h 20 min', '1 hour'],
    [120 * minuteMs, '2 h', '2 hours'],
    [3 * 24 * 60 * minuteMs, '3 d', '3 days'],
  ])('an age of %d ms reads as %s', (ageMs, words, spoken) => {
    expect([ageWords(ageMs), spokenAge(ageMs)]).toEqual([words, spoken]);
  });

  test('times are those of today, then weekdays, then dates, in local days', () => {
    expect([durationWords(20_000), durationWords(90 * minuteMs)]).toEqual(['1 min', '1 h 30 min']);
    const day = 24 * 60 * minuteMs;
    expect(rowTime(nowMs - 60 * minuteMs, nowMs)).toMatch(/^11:00/);
    expect([rowTime(nowMs - day, nowMs), rowTime(nowMs - 12 * day, nowMs)]).toEqual(['Sun', 'Nov 4']);
    expect([0, 1, 3, 12, 400].map((days) => dayWords(nowMs - days * day, nowMs))).toEqual([
      'Today',
      'Yesterday',
      'Friday',
      'November 4',
      'October 12, 2025',
    ]);
  });

  const minutes = (count: number, changes: object = {}) => ({ waiting_since: at(count), ...changes });

  test.each([
    ['after the median', minutes(13), undefined],
    ['at twice the median', minutes(24), undefined],
    ['after twice the median', minutes(25), 'long'],
    ['at the 90th percentile', minutes(40), 'long'],
    ['after the 90th percentile', minutes(41), 'longest'],
    ['of an answered one', { waiting_since: null }, undefined],
    ['of one where it is the turn of the customer', minutes(41, { status: 'pending' }), undefined],
    ['of a snoozed one', minutes(41, { snoozed_until: at(-60) }), undefined],
    ['of one that is back from a snooze', minutes(41, { is_back: true }), undefined],
  ])('the sign of a wait %s is that of the rule', (_, changes, expected) => {
    const row = conversation('1', changes);
    expect(longWaitOf(row, { median_seconds: 12 * 60, p90_seconds: 40 * 60 }, nowMs)).toBe(expected);
    expect(longWaitOf(row, null, nowMs)).toBeUndefined();
  });

  test('the name of a row says how its wait compares', () => {
    const label = (longWait?: 'long' | 'longest') =>
      rowLabel(conversation('1', { waiting_since: at(30) }), { ...context, longWait });
    expect(label('long')).toContain('waiting 30 minutes, longer than usual,');
    expect(label('longest')).toContain('waiting 30 minutes, among the longest waits,');
    expect(label()).not.toMatch(/usual|longest/);
  });
});

describe('the order of the list', () => {
  const [one, two, three] = [conversation('1'), conversation('2'), conversation('3')];
  const answered = conversation('4', { waiting_since: null });
  const known = new Map([one, two, three, answered].map((row) => [row.id, row]));
  const find = (id: string) => known.get(id);
  const free = { isFrozen: false, openId: undefined, find, userId: me };
  const ids = (rows: readonly { row: { id: string } }[]) => rows.map(({ row }) => row.id);
  const shown = nextList(emptyList, { waiting: [one, two], answered: [answered] }, free);

  it('follows the server while nobody is about to press a row', () => {
    const next = nextList(shown, { waiting: [two, three], answered: [one] }, free);
    expect([ids(next.waiting), ids(next.answered), next.arrivals]).toEqual([['2', '3'], ['1'], 0]);
  });

  it('stays while it is frozen: texts change in place, arrivals and those that wait again are counted', () => {
    const changedTwo = { ...two, last_message: lastMessage({ content_text: 'Hello?' }) };
    const again = { ...answered, waiting_since: at(0) };
    const next = nextList(shown, { waiting: [three, changedTwo, again], answered: [] }, { ...free, isFrozen: true });
    expect([ids(next.waiting), ids(next.answered), next.arrivals]).toEqual([['1', '2'], ['4'], 2]);
    expect(next.waiting[1]?.row.last_message?.content_text).toBe('Hello?');
    expect(next.waiting[0]?.gone).toBeDefined();
    expect(idsInView(next)).toEqual(['2', '4']);
  });

  it('keeps the open conversation where it was, with what happened, until another is opened', () => {
    const closed = (id: string) => (id === '1' ? { ...one, status: 'closed' as const } : find(id));
    const latest = { waiting: [two], answered: [answered] };
    const stays = nextList(shown, latest, { ...free, openId: '1', find: closed });
    expect([ids(stays.waiting), stays.waiting[0]?.gone]).toEqual([['1', '2'], 'Closed']);
    expect(nextWaiting(stays, '1')).toBe('2');
    expect(ids(nextList(stays, latest, { ...free, openId: '2', find: closed }).waiting)).toEqual(['2']);
  });

  it('leads from the last one that waits to the first', () => {
    expect([nextWaiting(shown, '1'), nextWaiting(shown, '2'), nextWaiting(shown, undefined)]).toEqual(['2', '1', '1']);
    expect(nextWaiting({ ...shown, waiting: shown.waiting.slice(0, 1) }, '1')).toBeUndefined();
  });

  it('shows a change of this page at once, in the group and view where it belongs', () => {
    const groups = { waiting: [one, two], answered: [answered] };
    const replied = withChange(groups, { ...one, waiting_since: null }, 'mine', me);
    expect([replied.waiting.map(({ id }) => id), replied.answered.map(({ id }) => id)]).toEqual([['2'], ['1', '4']]);
    expect(withChange(groups, { ...one, status: 'closed' }, 'mine', me).waiting).toEqual([two]);
    expect(withChange(groups, { ...one, assigned_agent_id: 'ben' }, 'all', me).waiting).toHaveLength(2);
    const back = withChange(groups, { ...answered, waiting_since: at(99) }, 'mine', me);
    expect(back.waiting.map(({ id }) => id)).toEqual(['4', '1', '2']);
  });

  it('a range is selected from either end; without its start, only the clicked row is', () => {
    const rows = ['1', '2', '3', '4'];
    expect(rangeOf(rows, '2', '4')).toEqual(['2', '3', '4']);
    expect(rangeOf(rows, '3', '1')).toEqual(['1', '2', '3']);
    expect([rangeOf(rows, 'gone', '2'), rangeOf(rows, undefined, '2')]).toEqual([['2'], ['2']]);
  });

  it('the result of a bulk action tells apart what was not changed', () => {
    const counts = { changed: 198, outdated: 2, unchanged: 1, missing: 0, failed: 1, unknown: 0 };
    expect(inboxPartsTexts.bulk.done('closed', counts)).toBe(
      '198 closed, 2 had changed and stay open, 1 already was, 1 failed',
    );
  });

  test.each([
    ['no answer', '0 assigned to nobody, 2 not confirmed. Lost.'],
    ['a refusal', 'Not changed. Lost.'],
    ['nothing', '2 assigned to nobody'],
  ])('a bulk action that gets %s says "%s"', async (ending, words) => {
    const ids = ['1', '2'];
    const change = async () => {
      if (ending !== 'nothing') throw new ApiProblem('lost', 'Lost.', ending === 'a refusal' ? 400 : 0);
      return ids.map((id) => ({ id, outcome: 'changed' as const }));
    };
    const { idsOf, problem } = await runBulk(ids, change);
    expect(bulkWords({ changes: { assigned_agent_id: null } }, idsOf, problem)).toBe(words);
  });

  it('an undo restores status, assignee and waiting but no other change', () => {
    const closed = afterChanges(one, { status: 'closed' }, at(0));
    expect([closed.status, closed.waiting_since]).toEqual(['closed', null]);
    expect(undoOf(one, { status: 'closed' })).toEqual({
      status: 'open',
      waiting: true,
      expected: { status: 'closed' },
    });
    expect(undoOf(one, { assigned_agent_id: 'ben' })).toEqual({
      assigned_agent_id: me,
      expected: { assigned_agent_id: 'ben' },
    });
  });

  it('an undo of many is one request for all that were alike, without those that it would not change', () => {
    const pending = {
      status: 'pending',
      assigned_agent_id: null,
      team_id: null,
      waiting_since: null,
      snoozed_until: null,
    } as const;
    const before = new Map<string, Parameters<typeof undoOf>[0]>([
      ['1', { ...one, is_opened: true }],
      ['2', two],
      ['3', three],
      ['p', pending],
    ] as const);
    const ids = ['1', '2', 'p', '3', 'unknown'];
    expect(undoRequests(ids, before, { is_opened: false })).toEqual([{ ids: ['1', 'p', 'unknown'], is_opened: true }]);
    const requests = undoRequests(ids, before, { changes: { status: 'closed' } });
    expect(requests.map((request) => [request.ids, request.changes?.status, request.changes?.waiting])).toEqual([
      [['1', '2', '3'], 'open', true],
      [['p'], 'pending', undefined],
    ]);
  });
});

const message = (id: string, minutesAgo: number, changes: object = {}): TimelineEntry =>
  ({
    type: 'message',
    id,
    created_at: at(minutesAgo),
    sent_at: at(minutesAgo),
    direction: 'inbound',
    content_type: 'text',
    content_text: id,
    status: 'delivered',
    reply_to_message_id: null,
    author: customer,
    file: null,
    ...changes,
  }) as TimelineEntry;

const ours = { direction: 'outbound', author: member(me, 'Olivia') };
const change = (id: string, minutesAgo: number, changes: object = {}): TimelineEntry =>
  ({
    type: 'change',
    id,
    created_at: at(minutesAgo),
    author: member('ben', 'Ben'),
    change: 'closed',
    member: null,
    ...changes,
  }) as TimelineEntry;

describe('the timeline of a conversation', () => {
  const kinds = (entries: readonly TimelineEntry[], newFrom?: string) =>
    toThreadItems(entries, newFrom).map((item) =>
      item.kind === 'message' ? `${item.isFirst ? '[' : ''}${item.key}${item.isLast ? ']' : ''}` : item.kind,
    );

  it('groups messages of one side within five minutes, unless a day or "New" begins between them', () => {
    const entries = [
      message('a', 2_000),
      message('b', 30),
      message('c', 26),
      message('d', 20),
      message('e', 19, ours),
      message('f', 1),
    ];
    expect(kinds(entries)).toEqual(['day', '[a]', 'day', '[b', 'c]', '[d]', '[e]', '[f]']);
    expect(kinds([message('b', 30), message('c', 29)], 'c')).toEqual(['day', '[b]', 'new', '[c]']);
  });

  it('a message is below the day on which it was written, whenever it arrived', () => {
    const entries = [message('a', 30), message('b', 20, { sent_at: at(2_000) }), message('c', 10)];
    expect(kinds(entries)).toEqual(['day', '[a]', 'day', '[b]', 'day', '[c]']);
    const days = toThreadItems(entries, undefined).flatMap((item) =>
      item.kind === 'day' ? dayWords(item.atMs, nowMs) : [],
    );
    expect(days).toEqual(['Today', dayWords(Date.parse(at(2_000)), nowMs), 'Today']);
  });

  it('only messages that arrived together are put into the order in which they were written', () => {
    const written = (minutesAgo: number) => ({ sent_at: at(minutesAgo) });
    const entries = [
      message('a', 9, written(300)),
      message('b', 5, written(200)),
      message('c', 4.5, written(203)),
      message('d', 4, written(201)),
      message('e', 3.5, ours),
      message('f', 3.2, written(400)),
    ];
    const shown = toThreadItems(entries, undefined).flatMap((item) => (item.kind === 'message' ? item.key : []));
    expect(shown).toEqual(['a', 'c', 'd', 'b', 'e', 'f']);
  });

  it('shows the last reaction on its message until it is taken back', () => {
    const react = (id: string, emoji: string, to: string) =>
      message(id, 1, { content_type: 'reaction', content_text: emoji, reply_to_message_id: to });
    const [, item] = toThreadItems([message('a', 9), react('r1', '👍', 'a'), react('r2', '❤️', 'a')], undefined);
    expect(item?.kind === 'message' && item.reactions.map(({ content_text }) => content_text)).toEqual(['❤️']);
    const [, bare] = toThreadItems([message('a', 9), react('r1', '👍', 'a'), react('r2', '', 'a')], undefined);
    expect(bare?.kind === 'message' && bare.reactions).toEqual([]);
    expect(kinds([react('r1', '👍', 'elsewhere')])).toEqual(['day', '[r1]']);
  });

  it('collects changes in a row, which read as sentences', () => {
    const items = toThreadItems([change('a', 9), change('b', 8), message('c', 7)], undefined);
    expect(items.map(({ kind }) => kind)).toEqual(['day', 'changes', 'message']);
    const words = (changes: object) => changeWords(change('a', 1, changes) as never, me, 'Ana');
    expect(words({ change: 'assigned', member: { id: me, name: 'Olivia' } })).toBe('Ben assigned this to you');
    expect(words({ change: 'assigned', member: { id: 'ben', name: 'Ben' } })).toBe('Ben took this conversation');
    const taken = (author: TimelineEntry['author']) =>
      takenWords(
        [change('a', 1, { change: 'assigned', member: { id: 'ben', name: 'Ben' }, author })],
        'ben',
        me,
        'Ana',
      );
    expect([taken(member('ben', 'Ben')), taken(member('cy', 'Cy')), taken(member(me, 'Olivia'))]).toEqual([
      'Ben took this conversation',
      'Cy assigned this to Ben',
      undefined,
    ]);
    expect(words({ change: 'reopened', author: customer })).toBe('Reopened by Ana’s message');
    expect(words({ change: 'opted_out', author: customer })).toBe('Ana opted out of broadcasts (STOP)');
  });

  it('"New" is above the first message that nobody had opened', () => {
    const entries = [message('a', 9), message('b', 8, ours), message('c', 7), message('d', 6)];
    expect([
      firstUnopened(entries, false, 2),
      firstUnopened(entries, false, 0),
      firstUnopened(entries, true, 2),
    ]).toEqual(['c', 'c', undefined]);
  });

  it('merges pages without gaps or deleted messages', () => {
    const page = (entries: TimelineEntry[], has_older = true) => ({
      conversation: conversation('c'),
      entries,
      has_older,
    });
    const known = withOlderPage(
      page([message('c', 3), message('d', 2)]),
      page([message('a', 5), message('b', 4)], false),
    );
    expect(known.entries.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    const read = withNewestPage(known, page([message('c', 3), message('e', 1)]));
    expect([read.entries.map(({ id }) => id), read.has_older]).toEqual([['a', 'b', 'c', 'e'], false]);
    expect(withNewestPage(known, page([message('x', 1)])).entries.map(({ id }) => id)).toEqual(['x']);
    const receipt = withEntries(known, [message('d', 2, { status: 'read' })]);
    expect([receipt.entries.length, receipt.entries[3]]).toEqual([4, expect.objectContaining({ status: 'read' })]);
    const note = { ...message('e', 1), type: 'note' } as TimelineEntry;
    const noted = page([...known.entries, note], false);
    const newest = page([message('c', 3), message('d', 2)]);
    const ids = (before: typeof known) => withNewestPage(noted, newest, before).entries.map(({ id }) => id);
    expect([ids(noted), ids(known)]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd', 'e'],
    ]);
    const many = Array.from({ length: entriesMax }, (_, index) => message(`a${String(index).padStart(4, '0')}`, 9));
    const cut = withNewestPage(page([...many, message('b', 2)], false), page([message('b', 2), message('c', 1)]));
    expect([cut.entries.length, cut.has_older]).toEqual([entriesMax, true]);
  });

  it('an arrival renders only itself and its neighbor in the group, however long the conversation is', () => {
    const many = (length: number) =>
      Array.from({ length }, (_, index) => message(`a${String(index).padStart(5, '0')}`, 1));
    const before = toThreadItems(many(entriesMax - 1), undefined);
    const after = keepItems(before, toThreadItems(many(entriesMax), undefined));
    expect(after.filter((item) => !before.includes(item)).map(({ key }) => key)).toEqual(['a00498', 'a00499']);
    const quote = message('b', 1, { reply_to_message_id: 'a00000' });
    const long = [...many(10_000), quote];
    const shown = (first?: string) => toThreadItems(long, undefined, windowOf(long, first)).map(({ key }) => key);
    expect([shown().length, shown('').length, shown('a00100')[1]]).toEqual([entriesMax + 1, entriesMax + 1, 'a00100']);
    expect(shown('c').at(-1)).toBe('b');
    expect(toThreadItems(long, undefined).at(-1)).toMatchObject({ quoted: { id: 'a00000' } });
  });

  it('screen readers hear the customer and that one’s own message was sent, also before a change', () => {
    const sending = (id: string, author: string, status: string) =>
      message(id, 1, { ...ours, author: member(author, ''), status });
    const entries = [message('a', 9), message('b', 8), sending('c', me, 'sent'), sending('d', me, 'failed')];
    const heard = announcedOf([...entries, sending('e', 'ben', 'sent'), change('f', 1)], 'a', me);
    expect(heard.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(lastMessageId([...entries, sending('e', 'ben', 'sent'), change('f', 1)])).toBe('e');
  });

  it('the live read starts before the first message whose receipt is outstanding', () => {
    const read = { ...ours, status: 'read' };
    expect(liveSince([message('a', 3), message('b', 2, read)])).toBe('b');
    expect(liveSince([message('a', 3), message('b', 2, { ...ours, status: 'sent' }), message('c', 1)])).toBe('a');
    expect(liveSince([message('b', 2, { ...ours, status: 'sent' })])).toBeUndefined();
  });
});

describe('the window of a conversation', () => {
  const state = (channel: 'msgapp' | 'social' | 'web', expires: number | null, account?: object, usage?: object) =>
    windowState(
      { channel, window_expires_at: expires === null ? null : new Date(nowMs + expires * minuteMs).toISOString() },
      account as never,
      nowMs,
      usage as never,
    );
  test.each([
    ['msgapp', 241, 'open'],
    ['msgapp', 100, 'closing'],
    ['msgapp', -180, 'closed'],
    ['msgapp', null, 'unknown'],
    ['social', -1, 'open'],
    ['social', -6 * 24 * 60 + 1, 'closing'],
    ['social', -6 * 24 * 60, 'unanswerable'],
    ['social', null, 'open'],
    ['web', null, 'open'],
  ] as const)('on %s with %s minutes left is %s', (channel, left, kind) => {
    const shown = state(channel, left);
    expect(shown.kind).toBe(kind);
    expect(mayNeedFallback(shown, channel)).toBe(channel === 'msgapp' && (kind === 'closing' || kind === 'unknown'));
  });

  it('does not matter while the channel is out of order', () => {
    expect(state('msgapp', 100, { state: 'not_connected' }).kind).toBe('disconnected');
    const failing = state('msgapp', 100, { state: 'failing', last_error: { message: 'Session has expired' } });
    expect([failing, mayWriteText(failing)]).toEqual([{ kind: 'failing', reason: 'Session has expired' }, false]);
  });

  test.each([
    [{ messages_per_month: 100, messages_used: 99 }, 'open', true],
    [{ messages_per_month: 100, messages_used: 100 }, 'used_up', false],
    [{ messages_per_month: null, messages_used: 100 }, 'open', true],
    [{ subscription: 'lapsed', messages_used: 0 }, 'lapsed', false],
  ])('does not matter with the plan %j', ({ messages_used, ...plan }, kind, maySend) => {
    const usage = { subscription: 'active', messages_per_month: 100, months: [{ month: '2026-11', messages_used }] };
    const shown = state('msgapp', 300, undefined, { ...usage, ...plan });
    expect([shown.kind, mayWriteText(shown), maySendTemplate(shown, 'msgapp')]).toEqual([kind, maySend, maySend]);
  });
});

describe('the outbox', () => {
  const item = (key: string, changes: Partial<OutboxItem> = {}): OutboxItem => ({
    key,
    workspaceId: 'w',
    conversationId: 'c',
    kind: 'reply',
    body: { text: key, seen_message_id: null },
    shown: { text: key },
    writtenAtMs: nowMs,
    state: 'queued',
    attempts: 0,
    dueAtMs: nowMs,
    ...changes,
  });
  const online = { isOnline: true, nowMs };
  const keys = (outbox: Outbox) => outbox.map(({ key }) => key);
  const lost = { code: 'unreachable', status: 0, wasRefused: false, plainMessage: 'No connection' };
  const refused = { code: 'platform_error', status: 502, wasRefused: true, plainMessage: 'Refused' };

  it('sends the messages of a conversation one by one, but conversations side by side', () => {
    const outbox = [item('1'), item('2'), item('3', { conversationId: 'd' })];
    expect(keys(dueItems(outbox, online))).toEqual(['1', '3']);
    expect(keys(dueItems(started(outbox, '1'), online))).toEqual(['3']);
    expect(keys(dueItems(outbox, { isOnline: false, nowMs }))).toEqual([]);
    expect(keys(dueItems(sent(outbox, item('1'), 'm1'), online))).toEqual(['2', '3']);
    expect(hasUnsent(outbox)).toBe(true);
  });

  it('sends each of several conversations once when they are due together', () => {
    const writtenAtMs = Date.now();
    const due = ['1', '2', '3'].map((key) => item(key, { conversationId: key, writtenAtMs, dueAtMs: writtenAtMs }));
    vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(due), setItem: () => undefined });
    const addEventListener = () => undefined;
    vi.stubGlobal('window', { setTimeout: (run: () => void) => run(), clearTimeout, addEventListener });
    vi.spyOn(onlineManager, 'subscribe').mockReturnValue(() => undefined);
    const calls = vi.spyOn(api, 'call').mockReturnValue(new Promise(() => undefined));
    outboxStore.outboxOf('back online');
    expect(calls.mock.calls.map(([, params]) => Object(params).id)).toEqual(['1', '2', '3']);
  });

  it('knows whether a conversation still sends without the person', () => {
    const isStill = (outbox: Outbox, now = online) => isUnderway(outbox, 'c', now);
    const lostOnce = failed(started([item('1')], '1'), '1', lost, nowMs);
    expect([[item('1')], started([item('1')], '1'), lostOnce].map((outbox) => isStill(outbox))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isStill([item('1', { conversationId: 'd' })])).toBe(false);
    expect(isStill(lostOnce, { isOnline: false, nowMs })).toBe(false);
    for (const state of ['unknown', 'conflict'] as const)
      expect(isStill([item('1', { state }), item('2')])).toBe(false);
    expect(isStill([item('1', { state: 'refused' })])).toBe(false);
    expect(isStill([item('1', { state: 'refused' }), item('2')])).toBe(true);
    expect(isStill([item('1')], { isOnline: true, nowMs: nowMs + 11 * 60_000 })).toBe(false);
  });

  it.each([
    [null, 'm1', 'm1'],
    ['m1', 'm2', 'm2'],
    ['m3', 'm2', 'm3'],
    [undefined, 'm1', undefined],
    ['m1', undefined, 'm1'],
  ])('counts one’s own message as seen unless a newer one was: %s, %s', (seen, own, expected) => {
    const body = { text: '2', ...(seen !== undefined && { seen_message_id: seen }) };
    expect(withOwnSeen(body, own).seen_message_id).toBe(expected);
    expect(sent([item('1'), item('2', { body })], item('1'), own)[0]?.body.seen_message_id).toBe(expected);
  });

  it('repeats a request without an answer after 1, 3 and 9 seconds with the same key, then asks', () => {
    let outbox: Outbox = [item('1'), item('2')];
    for (const delayMs of [1_000, 3_000, 9_000]) {
      outbox = failed(started(outbox, '1'), '1', lost, nowMs);
      expect(nextDueMs(outbox)).toBe(nowMs + delayMs);
      expect(dueItems(outbox, online)).toEqual([]);
      expect(keys(dueItems(outbox, { isOnline: true, nowMs: nowMs + delayMs }))).toEqual(['1']);
    }
    outbox = failed(started(outbox, '1'), '1', lost, nowMs);
    expect([outbox[0]?.state, outbox[0]?.key, dueItems(outbox, online)]).toEqual(['unknown', '1', []]);
    expect(keys(dueItems(retried(outbox, '1', 'new', nowMs), online))).toEqual(['1']);
  });

  it('gives up what was refused without holding back the others', () => {
    const outbox = failed(started([item('1'), item('2')], '1'), '1', refused, nowMs);
    expect([outbox[0]?.state, outbox[0]?.problem, keys(dueItems(outbox, online))]).toEqual([
      'refused',
      'Refused',
      ['2'],
    ]);
    expect(hasUnsent(outbox.slice(0, 1))).toBe(true);
    expect(retried(outbox, '1', 'new', nowMs)[0]).toMatchObject({ key: 'new', state: 'queued', attempts: 0 });
    expect(failed(started([item('1')], '1'), '1', { ...refused, status: 429 }, nowMs)[0]?.state).toBe('queued');
  });

  it('asks when a colleague has answered; the confirmed message is sent without the guard', () => {
    const outbox = failed(started([item('1')], '1'), '1', { ...refused, code: 'conflict', status: 409 }, nowMs);
    expect(outbox[0]?.state).toBe('conflict');
    expect(retried(outbox, '1', 'new', nowMs)[0]?.body).toEqual({ text: '1' });
  });

  it('sends again after a reload what was on its way, with its key', () => {
    expect(keys(dueItems(restored([item('1', { state: 'sending', attempts: 1, writtenAtMs: 0 })]), online))).toEqual([
      '1',
    ]);
  });
});

describe('a draft', () => {
  const storage = () => {
    const values = new Map<string, string>();
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
      key: (index: number) => [...values.keys()][index] ?? null,
      get length() {
        return values.size;
      },
    };
  };

  it('belongs to one conversation and kind of one person until it is emptied', () => {
    const kept = storage();
    const drafts = openDrafts(kept, me, 'w', () => nowMs);
    drafts.save('1', 'reply', { text: 'Yes' });
    drafts.save('1', 'note', { text: 'Called' });
    expect([drafts.read('1', 'reply')?.text, drafts.read('1', 'note')?.text, drafts.read('2', 'reply')]).toEqual([
      'Yes',
      'Called',
      undefined,
    ]);
    expect([...drafts.texts()]).toEqual([['1', 'Yes']]);
    expect(openDrafts(kept, 'ben', 'w').texts().size).toBe(0);
    drafts.save('1', 'reply', { text: ' ' });
    expect(kept.length).toBe(1);
  });

  it('is forgotten after 30 days or if it cannot be read', () => {
    const kept = storage();
    openDrafts(kept, me, 'w', () => nowMs).save('1', 'reply', { text: 'Old' });
    kept.setItem(`draft:${me}:w:2:reply`, '{');
    const drafts = openDrafts(kept, me, 'w', () => nowMs + 31 * 24 * 60 * minuteMs);
    expect([drafts.texts().size, kept.length]).toEqual([0, 0]);
  });
});

describe('the text of a message', () => {
  test.each([
    ['See https://track.example/4411.', ['See ', 'https://track.example/4411', '.']],
    ['javascript:alert(1) data:text/html,x', ['javascript:alert(1) data:text/html,x']],
    ['(http://a.example/b)', ['(', 'http://a.example/b', ')']],
    ['https://bank.example@evil.example', ['https://bank.example@evil.example']],
    ['https://a.example/\u202efdp.exe', ['https://a.example/', '\u202efdp.exe']],
    ['', ['']],
  ])('%s has the parts %j, of which only http(s) is a link', (text, parts) => {
    expect(toTextParts(text).map((part) => part.text)).toEqual(parts);
    for (const { href } of toTextParts(text)) if (href) expect(href).toMatch(/^https?:\/\/[^@]*$/);
  });

  it('marks the members it mentions, the longer name first', () => {
    const marked = toTextParts('@Ana Silva, ask @Ana at https://a.example/@Ana or @Bo', ['Ana', 'Ana Silva']);
    expect(marked.filter(({ isMention }) => isMention).map(({ text }) => text)).toEqual(['@Ana Silva', '@Ana']);
    expect(marked.map(({ text }) => text).join('')).toBe('@Ana Silva, ask @Ana at https://a.example/@Ana or @Bo');
  });

  it('a saved reply is filled from the contact; the cursor goes to the gaps that remain', () => {
    const contact = { name: 'Ana Silva', email: null, company: null, phone: null };
    expect(fillReply('Hi {{contact.name|there}}, [order] left.', contact)).toEqual({
      text: 'Hi Ana, [order] left.',
      gaps: ['[order]'],
    });
    expect(fillReply('Hi {{contact.name|there}}', { ...contact, name: null }).text).toBe('Hi there');
    expect(fillReply('Hi {{contact.name|there}}', { ...contact, name: '\u200b\u3164' }).text).toBe('Hi there');
    expect(fillReply('{{contact.constructor}} {{contact.email}}', contact).text).toBe('[constructor] [email]');
    expect(fillReply('{{ name | you }}, {{contact.attributes.city', contact)).toEqual({
      text: '[name], [attributes.city]',
      gaps: ['[name]', '[attributes.city]'],
    });
    expect(fillReply('{{}} {a}', contact).text).toBe('[…] {a}');
    expect(fillReply('{{contact.company}}: [a]', { ...contact, company: 'Acme [EU]' }).gaps).toEqual(['[a]']);
    expect(findGap('[a] [b]', 3)).toEqual([4, 7]);
  });

  test.each([
    ['131047', 'The 24-hour window was closed.', 'template'],
    ['131026', 'Msgapp could not deliver it. The number may not be on Msgapp, or may have blocked you.', 'number'],
    ['131050', 'Ana stopped marketing messages from you.', undefined],
    ['190', 'Msgapp refuses your account: check its token, permissions, payment and restrictions.', 'channels'],
    ['130429', 'Msgapp was busy.', 'retry'],
    ['99', 'What the API says', 'retry'],
  ])('a failure with code %s says “%s” and offers %s', (code, sentence, action) => {
    const error = { code, message: 'raw' } as never;
    const explained = explainFailure({ error, reason: 'What the API says' }, 'Ana', 'msgapp');
    expect(explained).toMatchObject({ sentence, action });
    expect(explainFailure({ error, reason: '' }, 'Ana', 'social').sentence).not.toContain('Msgapp');
  });
});

describe('what the composer sends', () => {
  const contents = {
    header: { kind: 'text' as const, text: 'Order {{1}}' },
    body: 'Hi {{2}}, {{1}} left. {{2}}!',
    footer: null,
    buttons: [
      { kind: 'quick_reply' as const, text: 'Ok', target: null },
      { kind: 'url' as const, text: 'Track', target: 'https://a.example/{{1}}' },
    ],
    cards: [],
  };
  it('a template gets each value where it belongs', () => {
    const fields = templateFields(contents);
    expect(fields.map(({ id }) => id)).toEqual(['header', 'body 2', 'body 1', 'button 1']);
    const values = { header: 'A-17', 'body 1': 'It', 'body 2': 'Ana', 'button 1': '4411' };
    expect(toParams(fields, values)).toEqual({ headerText: 'A-17', body: ['It', 'Ana'], buttonParams: { 1: '4411' } });
    const named = templateFields({ ...contents, header: null, body: 'Hi {{name}}', buttons: [] });
    expect(toParams(named, { 'body name': 'Ana' })).toEqual({ bodyNamed: { name: 'Ana' } });
  });

  it('a value of a template is named by the words around it', () => {
    const body = 'Hello {{1}}\nYour order {{2}}, which you made on {{3}} {{4}}\n{{5}} is your code\n{{6}}';
    const fields = templateFields({ ...contents, header: null, body, buttons: [] });
    expect(fields.map(({ label }) => label)).toEqual([
      'Value after “Hello”',
      'Value after “Your order”',
      'Value after “you made on”',
      'Value after “made on …”',
      'Value before “is your code”',
      'Value 6',
    ]);
    const twice = templateFields({ ...contents, header: null, body: 'Hi {{1}}\nHi {{2}}', buttons: [] });
    expect(twice.map(({ label }) => label)).toEqual(['Value 1', 'Value 2']);
  });

  test.each([
    ['Hi {{1}}, your order {{2}} is on its way.', '1'],
    ['Order {{1}} has left.\n👋 Good morning *{{2}}*!', '2'],
    ['Liebe {{1}}, Ihre Bestellung', '1'],
    ['¡Hola {{1}}!', '1'],
    ['您好{{1}}，您的订单', '1'],
    ['{{1}}様 ご注文', '1'],
    ['Your code {{code}} for {{first_name}}', 'first_name'],
    ['Use code {{1}}: {{2}} left. Again: {{1}}', undefined],
    ['Shanghai {{1}}, arrives today', undefined],
    ['Hi {{1}} of your items have left', undefined],
    ['Buy {{product_name}}', undefined],
  ])('the name of the customer in “%s” is %s', (body, name) => {
    expect(nameValueOf(body)).toBe(name);
  });

  it('templates are chosen by the language of the customer, then by the last use, then by name', () => {
    const keys = ['a · en_US', 'b · en_US', 'b · de', 'c · de', 'c · en_US', 'd · de'];
    const templates = keys.map((key) => ({ name: key.slice(0, 1), language: key.slice(4) }));
    const order = (language: string | undefined, recent: string[]) =>
      orderTemplates(templates, { language, recent }).map(templateKey);
    expect(order(undefined, [])).toEqual(['a · en_US', 'b · de', 'b · en_US', 'c · de', 'c · en_US', 'd · de']);
    expect(order('de_DE', ['c · en_US'])).toEqual([
      'c · de',
      'c · en_US',
      'b · de',
      'b · en_US',
      'd · de',
      'a · en_US',
    ]);
    expect(order(undefined, ['d · de', 'b · en_US']).slice(0, 3)).toEqual(['d · de', 'b · en_US', 'b · de']);
    expect(['US', 'BR', undefined].map(languageOfCountry)).toEqual(['en', 'pt', undefined]);
  });

  it('a file is refused before it is uploaded if the channel takes none of its type', () => {
    const types = ['image/png', 'image/svg+xml', 'application/pdf'];
    expect(types.map((type) => sizeMax(type, 'msgapp'))).toEqual([5_000_000, undefined, 100_000_000]);
    expect(types.map((type) => sizeMax(type, 'social'))).toEqual([5_000_000, undefined, undefined]);
    expect([fileSize(240_000), fileSize(5_200_000), fileSize(12)]).toEqual(['240 KB', '5.2 MB', '12 B']);
  });
});

describe('a text and files', () => {
  const upload = (id: string, type: string) => ({ id, filename: `${id}.bin`, size: 9, type });
  const [photo, voice] = [upload('photo', 'image/png'), upload('voice', 'audio/ogg')];
  const bodies = (files: (typeof photo)[], channel: 'msgapp' | 'social') =>
    toNewItems('Here', { quoteId: 'quoted' }, files, channel).map(({ body }) => body);
  const quote = { reply_to_message_id: 'quoted' };
  const order = { name: 'order', language: 'en' };

  it('become messages that the channel can send, without losing a part', () => {
    expect(bodies([], 'msgapp')).toEqual([{ text: 'Here', ...quote }]);
    expect(bodies([voice, photo], 'msgapp')).toEqual([
      { upload_id: 'voice', ...quote },
      { upload_id: 'photo', text: 'Here' },
    ]);
    expect(bodies([voice], 'msgapp')).toEqual([{ upload_id: 'voice', ...quote }, { text: 'Here' }]);
    expect(bodies([photo], 'social')).toEqual([{ upload_id: 'photo', ...quote }, { text: 'Here' }]);
    const sent = toNewItems('Here', {}, [voice], 'msgapp', order).map(({ body }) => body);
    expect(sent).toEqual([{ upload_id: 'voice', fallback_template: order }, { text: 'Here' }]);
  });

  it('have the limits of the channel: characters on Msgapp, fewer in a caption; bytes on Social', () => {
    const long = 'é'.repeat(1_024);
    expect(overLimit(long, 'reply', [], 'msgapp')).toBe(1_024 - 4_096);
    expect([overLimit(long, 'reply', [photo], 'msgapp'), overLimit(long, 'reply', [voice], 'web')]).toEqual([
      0, -3_072,
    ]);
    expect([overLimit(long, 'reply', [photo], 'social'), overLimit(long, 'note', [], 'social')]).toEqual([
      1_048, -3_072,
    ]);
  });

  it('that were not sent go back in front of what was written since, with file and quote', () => {
    const [item] = toNewItems('Here', { quoteId: 'quoted' }, [photo], 'msgapp');
    const draft = { text: 'And', quoteId: 'other', uploads: [voice] };
    expect(item && toDraft(item, draft)).toEqual({ text: 'Here\nAnd', quoteId: 'quoted', uploads: [photo, voice] });
    const [fallback] = toNewItems('Here', {}, [], 'msgapp', order);
    expect(fallback && toDraft(fallback, draft).fallback).toEqual({ key: 'order · en', template: order });
    const template = order;
    const values = { 'body 1': 'Ana' };
    const filled = toDraft({ kind: 'reply', body: { template }, shown: { text: 'Hi Ana', values } }, draft);
    expect(filled).toEqual({ template: { key: 'order · en', values } });
  });

  it('are a draft each, as are a quote and the values of a template', () => {
    const template = { key: 'order · en', values: {} };
    const drafts = [{ text: ' a' }, { uploads: [photo] }, { quoteId: 'quoted' }, { template }, { text: ' ' }];
    expect(drafts.map(isEmptyDraft)).toEqual([false, false, false, false, true]);
  });
});

describe('what the composer shows', () => {
  const facts = {
    tab: 'reply',
    wanted: 'text',
    replyWindow: { kind: 'open' },
    channel: 'msgapp',
    draft: { text: '' },
    ready: [],
    isUploading: false,
  } as const;
  const [closed, closing] = [
    { kind: 'closed', sinceMs: 1 },
    { kind: 'closing', leftMs: 1 },
  ] as const;
  const draft = { text: 'Yes' };
  const order = { name: 'order', language: 'en' };
  const file = { id: 'f', filename: 'f.png', size: 9, type: 'image/png' };

  test.each<[string, Partial<Parameters<typeof composerState>[0]>, object]>([
    ['a text', { draft }, { kind: 'reply', canSend: true, fallback: undefined, offersFallback: false }],
    ['an empty text', { draft: { text: ' ' } }, { kind: 'reply', canSend: false }],
    ['a text that is too long', { draft: { text: 'a'.repeat(4_097) } }, { kind: 'reply', over: 1, canSend: false }],
    ['a file without a text', { ready: [file] }, { kind: 'reply', canSend: true }],
    ['a file on its way', { draft, isUploading: true }, { kind: 'reply', canSend: false }],
    ['a note beside a file on its way', { tab: 'note', draft, isUploading: true }, { kind: 'note', canSend: true }],
    ['a note in a closed window', { tab: 'note', draft, replyWindow: closed }, { kind: 'note', canSend: true }],
    ['a note without a text', { tab: 'note', ready: [file] }, { kind: 'note', canSend: false }],
    ['a window that closes', { replyWindow: closing }, { kind: 'reply', offersFallback: true }],
    ['a choice of a fallback', { replyWindow: closing, wanted: 'fallback' }, { kind: 'fallback' }],
    ['a choice that is no longer needed', { wanted: 'fallback' }, { kind: 'reply', offersFallback: false }],
    [
      'a fallback',
      { replyWindow: closing, draft: { fallback: { key: 'order · en', template: order } } },
      { kind: 'reply', fallback: order, offersFallback: false },
    ],
    ['a closed window', { replyWindow: closed }, { kind: 'template', isOnly: true }],
    ['a text begun in a window that closed', { replyWindow: closed, draft }, { kind: 'kept' }],
    [
      'a template instead of it',
      { replyWindow: closed, draft, wanted: 'template' },
      { kind: 'template', isOnly: false },
    ],
    ['a template in an open window', { wanted: 'template' }, { kind: 'template', isOnly: false }],
    ['a template where there are none', { wanted: 'template', channel: 'web' }, { kind: 'reply' }],
    ['a channel that is out of order', { replyWindow: { kind: 'disconnected' }, draft }, { kind: 'blocked' }],
    ['Social after a week', { replyWindow: { kind: 'unanswerable' }, channel: 'social' }, { kind: 'blocked' }],
  ])('with %s is one of its states', (_, changes, state) => {
    expect(composerState({ ...facts, ...changes })).toMatchObject(state);
  });
});

describe('what the page has read', () => {
  const [first, further] = [conversation('1'), conversation('2', { waiting_since: null })];
  const filter = { view: 'mine' };
  const inbox = inboxOf('w', me);
  const pages = [inbox.listKey(filter), inbox.furtherKey(filter, 1)];
  const shown = () => pages.map((queryKey) => queryClient.getQueryData(queryKey));

  it('a change shows on the page of the list that has the row', () => {
    queryClient.setQueryData(pages[0], { filter, waiting: [first], answered: [] });
    queryClient.setQueryData(pages[1], { filter, waiting: [], answered: [further] });
    inbox.conversationChanged({ ...further, is_opened: true });
    expect(shown()).toMatchObject([{ waiting: [first], answered: [] }, { answered: [{ id: '2', is_opened: true }] }]);
    inbox.conversationChanged({ ...further, status: 'closed' });
    expect(shown()).toMatchObject([{ waiting: [first], answered: [] }, { answered: [] }]);
  });

  it('what did not change stays the same object, even if its row moved', () => {
    const page = { filter, waiting: [first], answered: [further], next_cursor: null };
    const copy = (row: InboxConversation) => structuredClone(row);
    queryClient.removeQueries({ queryKey: pages[0] });
    const before = inbox.listRead(pages[0], page);
    queryClient.setQueryData(pages[0], before);
    expect(inbox.listRead(pages[0], { ...page, waiting: [copy(first)], answered: [copy(further)] })).toBe(before);
    const moved = inbox.listRead(pages[0], { ...page, waiting: [conversation('0'), copy(first)], answered: [] });
    expect([moved === before, moved.waiting[1] === before.waiting[0]]).toEqual([false, true]);
  });

  it('only a read that began after a change has ended can revert it', () => {
    const page = { filter, waiting: [first], answered: [], next_cursor: null };
    inbox.changeBegan('key', first, { status: 'closed', waiting_since: null });
    expect([inbox.listRead(pages[0], page).waiting, inbox.find('1')?.status]).toEqual([[], 'closed']);
    inbox.changeEnded('key');
    expect([inbox.listRead(pages[0], page).waiting, inbox.find('1')?.status]).toEqual([[first], 'open']);
  });

  it('a note that is about to be deleted stays hidden from reads until it is restored', () => {
    const note = { ...message('n', 1), type: 'note' };
    const page = { conversation: first, entries: [message('a', 2), note], has_older: false };
    const ids = () => inbox.timelineRead(page, undefined).entries.map(({ id }: TimelineEntry) => id);
    inbox.noteHidden('1', note);
    expect(ids()).toEqual(['a']);
    inbox.noteRestored('1', note);
    expect(ids()).toEqual(['a', 'n']);
  });

  it.each([
    ['refused close', [0, 1]],
    ['assignment', [1, 0]],
  ])(
    'of two quick actions each keeps its own effect, and a refusal takes back only its own: the %s is answered first',
    async (_, order) => {
      const answers = order.map(() => Promise.withResolvers<{ data: InboxConversation }>());
      const calls = vi.spyOn(api, 'call');
      calls.mockImplementation(async () => answers[calls.mock.calls.length - 1]?.promise);
      const whenDelivered = vi.fn(async () => undefined);
      vi.spyOn(outboxStore, 'outboxOf').mockReturnValue({ whenDelivered });
      const timeline = { conversation: first, entries: [], has_older: false };
      queryClient.setQueryData(inbox.timelineKey('1'), timeline);
      const now = () => inbox.findTimeline('1').conversation;
      const closed = { status: 'closed', waiting_since: null };
      const assigned = { assigned_agent_id: 'ben' };

      const actions = [{ status: 'closed' }, assigned].map((changes) => applyChanges(inbox, now(), changes));
      await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(2));
      expect(now()).toEqual({ ...first, ...closed, ...assigned });
      for (const [at, action] of order.entries()) {
        if (action === 0) answers[0]?.reject(new Error('Changed.'));
        else answers[1]?.resolve({ data: { ...first, ...assigned } });
        await actions[action];
        expect(now()).toEqual({ ...first, ...assigned, ...(at === 0 && action === 1 ? closed : {}) });
      }
    },
  );

  it('older messages are read until the one that a link names is among them, or cannot be', async () => {
    const queryKey = inbox.timelineKey('1');
    const reads = vi.fn(async (url: string) => {
      const at = Number(new URL(url, 'https://a.example').searchParams.get('before')?.slice(1));
      const entries = [message(`m${at - 2}`, 9), message(`m${at - 1}`, 9)];
      return Response.json({ data: { conversation: first, entries, has_older: at > 12 } });
    });
    vi.stubGlobal('fetch', reads);
    vi.stubGlobal('operationRoutes', { getTimeline: 'GET /w/{workspace_id}/conversations/{id}/timeline' });
    queryClient.setQueryData(queryKey, { conversation: first, entries: [message('m20', 1)], has_older: true });
    expect(await readBackTo(inbox, '1', 'm15')).toBe(true);
    expect([reads.mock.calls.length, inbox.findTimeline('1')?.entries[0]?.id]).toEqual([3, 'm14']);
    expect([await readBackTo(inbox, '1', 'm15x'), reads.mock.calls.length]).toEqual([false, 3]);
    expect([await readBackTo(inbox, '1', 'm01'), reads.mock.calls.length]).toEqual([false, 5]);
  });
});

describe('entries that are older than their conversation', () => {
  const inbox = inboxOf('late', me);
  const state = (version: string) => ({ ...conversation('1'), version });
  const page = (version: string, ...entries: string[]) => ({
    data: { conversation: state(version), entries: entries.map((id) => message(id, 1)), has_older: false },
  });

  it('are read again if news of them came while they were read', async () => {
    const late = Promise.withResolvers<object>();
    vi.spyOn(api, 'call')
      .mockReturnValueOnce(late.promise)
      .mockResolvedValueOnce(page('2', 'm1', 'm2'));
    const read = queryClient.fetchQuery<{ entries: TimelineEntry[] }>(timelineQuery(inbox, '1'));
    inbox.conversationsRead([state('2')]);
    late.resolve(page('1', 'm1'));
    expect((await read).entries.map(({ id }) => id)).toEqual(['m1', 'm2']);
    expect([inbox.find('1').version, inbox.isBehind('1')]).toEqual(['2', false]);
  });

  it('are behind as soon as a row without them shows the next state', () => {
    expect(inbox.isBehind('not loaded')).toBe(false);
    queryClient.setQueryData(inbox.timelineKey('1'), page('2', 'm1').data);
    inbox.entriesArrived(state('2'), []);
    expect(inbox.isBehind('1')).toBe(false);
    inbox.conversationsRead([state('3')]);
    expect(inbox.isBehind('1')).toBe(true);
  });
});

describe('freshness and news', () => {
  test.each([
    [{}, 2_000],
    [{ idleMs: 6 * minuteMs }, 10_000],
    [{ isFailing: true }, 10_000],
    [{ isCostly: true }, 10_000],
    [{ isVisible: false }, false],
    [{ isVisible: false, wantsNotices: true }, 30_000],
  ])('with %j the inbox is read every %s ms', (changes, everyMs) => {
    const usual = { isVisible: true, idleMs: 0, wantsNotices: false, isFailing: false };
    expect(inboxIntervalMs({ ...usual, ...changes })).toBe(everyMs);
  });

  it('a customer’s message and an assignment are news, those of colleagues are not', () => {
    const row = conversation('1');
    const wrote = { ...row, last_inbound_at: at(0) };
    const all = { userId: me, isMineOnly: false, isWhole: true, isTaken: () => false };
    const known = withRead(undefined, [row]);
    expect(newsOf(undefined, [wrote], all)).toEqual([]);
    expect(newsOf(known, [wrote], all)).toEqual([{ row: wrote, isAssignment: false }]);
    expect(newsOf(known, [{ ...wrote, assigned_agent_id: 'ben' }], all)).toEqual([]);
    expect(newsOf(known, [{ ...wrote, assigned_agent_id: null }], { ...all, isMineOnly: true })).toEqual([]);
    const came = newsOf(withRead(undefined, [{ ...row, assigned_agent_id: null }]), [row], all);
    expect(came).toEqual([{ row, isAssignment: true }]);
    const empty = withRead(undefined, []);
    expect(newsOf(empty, [row], all)).toEqual([{ row, isAssignment: false }]);
    expect(newsOf(empty, [row], { ...all, isWhole: false })).toEqual([]);
    // It left the list of what is one’s own or nobody’s, so a colleague had it.
    const opened = { ...row, is_opened: true };
    const back = withRead(known, []);
    expect(newsOf(back, [opened], all)).toEqual([{ row: opened, isAssignment: true }]);
    expect(newsOf(back, [opened], { ...all, isTaken: () => true })).toEqual([]);
    const [told, untold] = ['1', '2'].map((id) => ({ note_id: id, conversation_id: id, by: 'Ben' }));
    if (told && untold) expect(newMentions([told], [told, untold])).toEqual([untold]);
    expect(newMentions(undefined, [])).toEqual([]);
  });

  test.each([
    ['illegal', 'missing'],
    ['absent', 'missing'],
    ['denied', 'blocked'],
    ['granted', 'granted'],
  ])('a browser where desktop notices are %s answers the switch with %s and never throws', async (kind, answer) => {
    const permission = kind === 'denied' ? 'denied' : 'default';
    const notices = vi.fn(function (this: object) {
      if (kind === 'illegal')
        throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification()');
    });
    const api = Object.assign(notices, { permission, requestPermission: async () => kind });
    vi.stubGlobal('Notification', kind === 'absent' ? undefined : api);
    expect(await askForNotices('On')).toBe(answer);
    expect(showNotice('Ana') === undefined).toBe(answer === 'missing');
  });
});

it.each([
  [
    '<meta charset="utf-8"><a href="https://shop.example/a?b=1&amp;c=2">Blue <b>runner</b> &#8211; 42</a>',
    'https://shop.example/a?b=1&c=2',
    'Blue runner – 42',
  ],
  [
    "<html><body>\n<!--StartFragment--><A class=x HREF='https://shop.example/'>Home\n page</A><!--EndFragment-->\n</body></html>",
    'https://shop.example/',
    'Home page',
  ],
  [`<a href="https://shop.example/it's">Its</a>`, 'https://shop.example/it%27s', 'Its'],
])('a link that was copied from a page keeps its title: %s', (html, url, title) => {
  expect(readPastedLink(html)).toEqual({ url, title });
});

it.each([
  'plain text',
  '<a href="https://shop.example/">https://shop.example/</a>',
  '<a href="https://shop.example/">shop.example</a>',
  '<a href="https://shop.example/">Shop</a> is open',
  '<a href="https://shop.example/">Shop</a><a href="https://other.example/">Other</a>',
  '<a href="javascript:alert(1)">Shop</a>',
  '<a href="https://">Shop</a>',
  '<a href="https://shop.example/"><img src="a.png"></a>',
  `<a href="https://shop.example/${'a'.repeat(2_048)}">Shop</a>`,
])('what is no single link with a title is pasted as it is: %s', (html) => {
  expect(readPastedLink(html)).toBeUndefined();
});
