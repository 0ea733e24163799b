import { expect, it } from 'vitest';
import { isValid, moved, toInput, toSite, withChange } from '../../dashboard/pages/web-chat/draft.ts';
import { hoursWords } from '../../dashboard/pages/web-chat/hours-words.ts';
import type { OfficeHours } from '../../functions/model/routing/office-hours.ts';
import { defaultSettings, type WebChat } from '../../functions/model/web-chat/settings.ts';

const saved: WebChat = {
  ...defaultSettings('Acme'),
  ...{ site_id: 'site_1', chat_url: 'https://chat.example', seen: null },
  ...{ has_secret: false, previous_secret_expires_at: null },
};

it('what is typed and taken back is no change', () => {
  const changes = withChange(saved, {}, { name: 'Acme Shoes', questions: ['Why?'] });
  expect(changes).toEqual({ name: 'Acme Shoes', questions: ['Why?'] });
  expect(withChange(saved, changes, { name: 'Acme', questions: [] })).toEqual({});
});

it('questions that are empty or there twice are left out, and a draft without a name cannot be saved', () => {
  expect(toInput({ questions: [' Why? ', '', 'Why?', 'How?'] })).toEqual({ questions: ['Why?', 'How?'] });
  expect([saved, { ...saved, name: ' ' }, { ...saved, color: '#12' }].map(isValid)).toEqual([true, false, false]);
});

it.each([
  ['https://Shop.example/cart?id=1', 'shop.example'],
  [' shop.example ', 'shop.example'],
  ['http://localhost:3000', 'localhost:3000'],
  ['*.shop.example', '*.shop.example'],
  ['https://münchen.example', 'xn--mnchen-3ya.example'],
  ['//shop.example', ''],
])('the address %s is the site "%s"', (typed, site) => expect(toSite(typed)).toBe(site));

it('a question moves to its new place, and the others close up', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});

it('days with the same hours are named together', () => {
  const day = [{ from: '09:00', to: '18:00' }];
  const week = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day };
  const hours: OfficeHours = {
    time_zone: 'UTC',
    week: { ...week, saturday: [{ from: '10:00', to: '24:00' }], sunday: [] },
    holidays: [],
  };
  expect(hoursWords(hours)).toBe('Mon to Fri, 9:00 to 18:00; Sat, 10:00 to 24:00');
  expect(hoursWords(null)).toBe('Always open');
  const never = Object.fromEntries(Object.keys(hours.week).map((name) => [name, []])) as unknown as OfficeHours['week'];
  expect(hoursWords({ ...hours, week: never })).toBe('Closed all week');
});
