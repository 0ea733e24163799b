import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { consumers } from '../../functions/consumers/consumers.ts';
import { deployed } from '../../functions/deployed.ts';
import { attemptsMax } from '../../functions/domain/deliveries/retry-policy.ts';
import { newApiKey, rateLimit } from '../../functions/model/access/api-key.ts';
import { errorMessages } from '../../functions/model/api-error.ts';
import { newFile } from '../../functions/model/broadcasts/audience-file.ts';
import { newBroadcast } from '../../functions/model/broadcasts/broadcast.ts';
import { contactImportInput, createTagLimit } from '../../functions/model/contacts/import.ts';
import { keywordList } from '../../functions/model/contacts/keyword-list.ts';
import { newSavedReply, ownRepliesMax, savedRepliesMax } from '../../functions/model/conversations/answering.ts';
import { bulkRequest } from '../../functions/model/conversations/inbox.ts';
import { mentionedMax, newNote } from '../../functions/model/conversations/timeline.ts';
import { consecutiveFailuresMax } from '../../functions/model/deliveries/delivery.ts';
import { newFeed } from '../../functions/model/feeds/feed.ts';
import { outgoingMessage } from '../../functions/model/messages/outgoing-message.ts';
import { readLimit } from '../../functions/model/page.ts';
import { noAwayMessage } from '../../functions/model/routing/away-message.ts';
import { weekdays } from '../../functions/model/routing/office-hours.ts';
import { officeHours, routingChanges } from '../../functions/model/routing/routing.ts';
import { memberIds, newSegment } from '../../functions/model/segments/segment.ts';
import { newTeam, teamsMax } from '../../functions/model/teams/team.ts';
import { openMaxMax } from '../../functions/model/turns/turn.ts';
import { newContext, newRating } from '../../functions/model/web-chat/conversation.ts';
import { visitorLimits } from '../../functions/model/web-chat/visitor.ts';
import { newWebhook, webhooksMax } from '../../functions/model/webhooks/webhook.ts';
import { createContact, listContacts } from '../../functions/operations/contacts/contract.ts';
import { listConversations } from '../../functions/operations/conversations/contract.ts';
import { newId } from '../../functions/platform/ids.ts';
import { defaultDashboard, reservedConcurrencyOf } from '../../lib/dashboard/settings.ts';
import { getSettings } from '../../lib/settings.ts';
import { pages, readPage, tableBelow } from './pages.ts';

const page = readPage('docs/limits.md');

const rows = (heading: string): Record<string, string> =>
  Object.fromEntries(tableBelow(page, heading).map(([limit = '', value = '']) => [limit, value]));

const readNumbers = (value = ''): number[] =>
  [...value.matchAll(/\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', '')));

type Accepts = (size: number) => boolean;

const accepts = (schema: z.core.$ZodType | undefined, input: unknown): boolean =>
  schema !== undefined && z.safeParse(schema, input).success;

const letters = (size: number): string => 'a'.repeat(size);
const list = <Item>(size: number, item: () => Item): Item[] => Array.from({ length: size }, item);

const message =
  (fields: (size: number) => object): Accepts =>
  (size) =>
    accepts(outgoingMessage, { to: '+14155550123', text: 'Hi', ...fields(size) });
const media = (type: string, fields: (size: number) => object): Accepts =>
  message((size) => ({ type, media_url: 'https://example.com/a', ...fields(size) }));
const template = (fields: (size: number) => object): Accepts =>
  message((size) => ({ type: 'template', template: { name: 'a', ...fields(size) } }));
const contact =
  (fields: (size: number) => object): Accepts =>
  (size) =>
    accepts(createContact.body, { phone: '+14155550123', ...fields(size) });
const segment =
  (fields: (size: number) => object): Accepts =>
  (size) =>
    accepts(newSegment, { name: 'a', ...fields(size) });
const holidays =
  (days: (size: number) => object[]): Accepts =>
  (size) => {
    const week = Object.fromEntries(weekdays.map((day) => [day, []]));
    return accepts(officeHours, { time_zone: 'UTC', week, holidays: days(size) });
  };
const rule = { field: 'name', op: 'is', value: 'a' };
const filter = (rules: (size: number) => object[]): Accepts =>
  segment((size) => ({ kind: 'dynamic', filter: { match: 'all', rules: rules(size) } }));
const broadcast =
  (fields: (size: number) => object): Accepts =>
  (size) =>
    accepts(newBroadcast, { name: 'a', template: { name: 'a' }, ...fields(size) });
const url = (start: string, size: number): string => start.padEnd(size, 'a');

/** Each tries a value of the documented size on the service. */
const probes: Record<string, Accepts> = {
  'text of a message': message((size) => ({ text: letters(size) })),
  'caption of an image, video or document': media('image', (size) => ({ text: letters(size) })),
  '`media_url`': message((size) => ({ type: 'audio', media_url: url('https://example.com/', size) })),
  'document `filename`': media('document', (size) => ({ filename: letters(size) })),
  '`name` in `POST /messages`': message((size) => ({ name: letters(size) })),
  'template `name`': template((size) => ({ name: letters(size) })),
  'template `language`': template((size) => ({ language: letters(size) })),
  '`template`, `fallback_template` in `POST /messages`': message((size) => {
    const { length } = JSON.stringify({ name: 'a', language: 'en', params: [''] });
    return { fallback_template: { name: 'a', language: 'en', params: [letters(size - length)] } };
  }),
  '`params` of a broadcast or of one of its recipients': broadcast((size) => ({
    template: { name: 'a', params: [letters(size - '[""]'.length)] },
    recipients: [{ to: '1', params: [letters(size - '[""]'.length)] }],
  })),
  'different placeholders of a message, or of a broadcast with its recipients': (size) => {
    const params = list(size, () => `{{contact.attributes.a${newId().replaceAll('-', '')}}}`);
    return (
      template(() => ({ params }))(size) &&
      broadcast(() => ({
        template: { name: 'a', params: params.slice(1) },
        recipients: [{ to: '1', params: params.slice(0, 1) }],
      }))(size)
    );
  },
  'contact `name`, `company`': contact((size) => ({ name: letters(size), company: letters(size) })),
  'contact `external_id`': contact((size) => ({ external_id: letters(size) })),
  'attributes of a contact': contact((size) => ({
    attributes: Object.fromEntries(list(size, () => [`a${newId().replaceAll('-', '')}`, 1])),
  })),
  'all attributes of a contact, as JSON': contact((size) => {
    const texts = Object.fromEntries(list(40, () => 'é'.repeat(200)).map((text, index) => [`a${10 + index}`, text]));
    const { length } = Buffer.from(JSON.stringify({ ...texts, last: '' }));
    return { attributes: { ...texts, last: letters(size - length) } };
  }),
  'text of an attribute': contact((size) => ({ attributes: { city: letters(size) } })),
  'contact `email`': contact((size) => ({ email: letters(size) })),
  '`contacts` of an import': (size) =>
    accepts(contactImportInput, { contacts: list(size, () => ({ phone: '+14155550123' })) }),
  'different tags of an import': (size) => {
    const hasRoom = createTagLimit();
    return list(size, newId).every((name) => hasRoom([name]));
  },
  'tags of a contact': contact((size) => ({ tags: list(size, newId) })),
  'tag name': contact((size) => ({ tags: [letters(size)] })),
  '`search` of contacts': (size) => accepts(listContacts.query, { search: letters(size) }),
  '`search` of conversations': (size) => accepts(listConversations.query, { search: letters(size) }),
  'team name': (size) => accepts(newTeam, { name: letters(size) }),
  'segment name': segment((size) => ({ name: letters(size) })),
  'segment description': segment((size) => ({ description: letters(size) })),
  'rules of a filter': filter((size) => list(size, () => rule)),
  'value of a rule': filter((size) => [{ ...rule, value: letters(size) }]),
  '`contact_ids` of a segment': (size) => accepts(memberIds, { contact_ids: list(size, newId) }),
  '`contact_ids` of a broadcast': broadcast((size) => ({ contact_ids: list(size, newId) })),
  '`recipients` of a broadcast': broadcast((size) => ({ recipients: list(size, () => ({ to: '1' })) })),
  "bytes of a broadcast's file": (size) => accepts(newFile, { size_bytes: size }),
  'broadcast name': (size) =>
    accepts(newBroadcast, { name: letters(size), template: { name: 'a' }, contact_ids: [newId()] }),
  'opt-out or opt-in keywords of a workspace': (size) => accepts(keywordList, list(size, newId)),
  keyword: (size) => accepts(keywordList, [letters(size)]),
  'spans of a day in office hours': holidays((size) => [
    {
      date: '2026-12-24',
      name: '',
      spans: list(size, () => 0).map((_, hour) => ({ from: `0${hour}:00`, to: `0${hour}:30` })),
    },
  ]),
  holidays: holidays((size) =>
    list(size, () => 0).map((_, day) => ({
      date: new Date(day * 86_400_000).toISOString().slice(0, 10),
      name: '',
      spans: [],
    })),
  ),
  'name of a holiday': holidays((size) => [{ date: '2026-12-24', name: letters(size), spans: [] }]),
  'away message': (size) => accepts(routingChanges, { away_message: { ...noAwayMessage, text: letters(size) } }),
  'note of a conversation': (size) => accepts(newNote, { text: letters(size) }),
  'conversations of a change in the inbox': (size) => accepts(bulkRequest, { ids: list(size, newId) }),
  'name of a saved reply': (size) => accepts(newSavedReply, { name: letters(size), text: 'a', is_shared: true }),
  'text of a saved reply': (size) => accepts(newSavedReply, { name: 'a', text: letters(size), is_shared: true }),
  'webhook `url`': (size) =>
    accepts(newWebhook, { url: url('https://example.com/', size), events: ['contact.created'] }),
  'feed name': (size) => accepts(newFeed, { name: letters(size), events: ['contact.created'] }),
  'API key name': (size) => accepts(newApiKey, { name: letters(size), scopes: [] }),
  'words of a rating': (size) => accepts(newRating, { score: 5, text: letters(size) }),
  'fields that a website shows agents beside the chat': (size) =>
    accepts(newContext, { fields: Object.fromEntries(list(size, newId).map((name) => [name, 'x'])) }),
  'text of such a field': (size) => accepts(newContext, { fields: { cart: letters(size) } }),
  'networks of an API key': (size) =>
    accepts(newApiKey, { name: 'a', scopes: [], networks: list(size, () => '192.0.2.1') }),
};

/** Limits that no schema holds; test/flows/ has a test of each. */
const otherwiseTested = [
  'request body',
  '`limit` of a list',
  '`Idempotency-Key`',
  'webhooks',
  'feeds',
  'invitations to one address',
  'invitations of a workspace',
  'API keys',
  'saved replies that a workspace shares',
  'teams of a workspace',
  '`open_max` of a team that assigns in turn',
  'members that a note mentions, those of its teams included',
  'saved replies that a member keeps to themselves',
  "bytes of a visitor's file",
  'signed identity of a customer',
].concat('phone number as sent, with its formatting');

const sizes = rows('## Sizes and counts');

it('every size and count on the limits page is compared with the service', () => {
  expect(Object.keys(sizes).sort()).toEqual([...Object.keys(probes), ...otherwiseTested].sort());
});

it.each(Object.entries(probes))('the service accepts %s up to the documented limit and no more', (name, isAccepted) => {
  const numbers = readNumbers(sizes[name]);
  const hasMinimum = / to /.test(sizes[name] ?? '');
  const [max = 0] = hasMinimum ? numbers.slice(1) : numbers;
  expect([isAccepted(max), isAccepted(max + 1)]).toEqual([true, false]);
  if (hasMinimum) expect([isAccepted(numbers[0] ?? 0), isAccepted((numbers[0] ?? 0) - 1)]).toEqual([true, false]);
});

it('the rates and times on the limits page are those of the code', () => {
  expect(readNumbers(rows('## Rates')['requests of a key'])).toEqual([
    rateLimit.requestsMax,
    rateLimit.windowMs / 1000,
  ]);
  const times = rows('## Times');
  const { perMinute, perDay, newPerAddress, newPerWorkspace } = visitorLimits;
  const rates = rows('## Rates');
  expect(readNumbers(rates['messages and files of a visitor of the web chat'])).toEqual([perMinute, perDay]);
  expect(readNumbers(rates['new visitors of the web chat'])).toEqual([newPerAddress, newPerWorkspace]);
  expect(readNumbers(times['attempts per event'])[0]).toBe(attemptsMax);
  const [failures] = readNumbers(times['failed events in a row before a webhook is deactivated']);
  expect(failures).toBe(consecutiveFailuresMax);
  expect(readNumbers(times['audit log'])).toEqual([defaultDashboard.auditDays]);
});

it.each([
  ['audit log', /audit log of (\d+) days/g],
  ['last traces of an erased contact', /about (\d+) minutes later/g],
  ['delivery log', /delivery log of (\d+) days/g],
  ['attempts per event', /(\d+) attempts/g],
  ['failed events in a row before a webhook is deactivated', /after (\d+) (?:failures|failed events) in a row/g],
])('every page that names the %s says what the limits page says', (name, sentence) => {
  const [limit] = readNumbers(rows('## Times')[name]);
  const quotes = pages.flatMap(({ path, text }) => [...text.matchAll(sentence)].map(([, n]) => `${path}: ${n}`));
  expect(quotes).not.toEqual([]);
  expect(quotes.filter((quote) => !quote.endsWith(`: ${limit}`))).toEqual([]);
});

it('the other counts on the limits page are those of the code', () => {
  expect(readNumbers(sizes['webhooks'])).toEqual([webhooksMax]);
  expect(readNumbers(sizes['teams of a workspace'])).toEqual([teamsMax]);
  expect(readNumbers(sizes['`open_max` of a team that assigns in turn'])).toEqual([1, openMaxMax]);
  expect(readNumbers(sizes['members that a note mentions, those of its teams included'])).toEqual([mentionedMax]);
  expect(readNumbers(sizes['saved replies that a workspace shares'])).toEqual([savedRepliesMax]);
  expect(readNumbers(sizes['saved replies that a member keeps to themselves'])).toEqual([ownRepliesMax]);
  expect(errorMessages.tooLarge).toContain(sizes['request body']);
  const [min = 0, max = 0, fallback = 0] = readNumbers(sizes['`limit` of a list']);
  const read = (limit: number) => readLimit(String(limit));
  expect([read(min), read(max), read(min - 1), read(max + 1)]).toEqual([min, max, fallback, fallback]);
});

it('operations.md names the concurrency that the consumers and the dashboard take', () => {
  const { text } = readPage('docs/operations.md');
  const consumed = consumers.reduce((sum, { concurrencyMax = 0 }) => sum + concurrencyMax, 0);
  const reserved = [...deployed.dashboardFunctions, deployed.authorizer].reduce(
    (sum, { name }) => sum + reservedConcurrencyOf(name, defaultDashboard),
    0,
  );
  const { followersMax = 0, spending } = getSettings('production');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `${consumed} for the consumers, ${reserved} that the dashboard reserves, and ${followersMax} that followers of feeds do`,
  );
  // Lambda leaves at least 100 to the functions that reserve none.
  expect(text).toContain(`quota of concurrency must be ${reserved + followersMax + 100} or more`);
  const rows = tableBelow(readPage('docs/operations.md'), '## Capacity: toward 10,000 requests a second');
  const now = (limit: string) => readNumbers(rows.find(([name = '']) => name.endsWith(limit))?.[1])[0];
  expect([now('Table writes'), now('Table reads')]).toEqual([
    spending.writeUnitsPerSecond,
    spending.readUnitsPerSecond,
  ]);
});

it('the edge limit that operations.md recommends leaves an office of 100 agents alone', () => {
  const [, limit = ''] = /firewall: \{ requestsPerAddress: ([\d_]+) \}/.exec(readPage('docs/operations.md').text) ?? [];
  // An open inbox reads every two seconds, counts every 15, and so on.
  const requestsOfAnAgent = 215;
  expect(Number(limit.replaceAll('_', ''))).toBeGreaterThanOrEqual(100 * requestsOfAnAgent);
});
