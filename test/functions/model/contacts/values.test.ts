import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { distinctTagNames, pickColor, tagName, toTagKey } from '../../../../functions/model/contacts/tag.ts';
import {
  describeMissing,
  fillParams,
  findMissingField,
  hasOnlyKnownFields,
  listContactFields,
  pickContactValues,
} from '../../../../functions/model/contacts/values.ts';
import type { TemplateParams } from '../../../../functions/model/templates/template.ts';

const ana = { name: 'Ana', company: 'Acme', phone: '+4915112345678', 'attributes.city': 'Lisbon' };

describe('a value that names a field of the contact', () => {
  it.each<[string, string]>([
    ['Hi {{contact.name}}!', 'Hi Ana!'],
    ['{{contact.name}} of {{ contact.company }}', 'Ana of Acme'],
    ['{{contact.attributes.city}}, {{contact.attributes.plan|no plan}}', 'Lisbon, no plan'],
    ['{{contact.name|there}}', 'Ana'],
    ['{{contact.email|no address}}', 'no address'],
    ['{{contact.email|}}', ''],
    ['{{contact.email|a|b}}', 'a|b'],
    ['\\{{contact.name}}', '{{contact.name}}'],
    ['\\{{contact.name}} {{contact.name}}', '{{contact.name}} Ana'],
    ['{{1}} {{name}} {contact.name} {{contact.name', '{{1}} {{name}} {contact.name} {{contact.name'],
    ['{{row.code|none}}', '{{row.code|none}}'],
    ['\\{{row.code}} \\{{ row.Order number|x }}', '{{row.code}} {{ row.Order number|x }}'],
  ])('%j becomes %j', (text, expected) => expect(fillParams([text], ana)).toEqual([expected]));

  it.each<[string, string]>([
    ['{{row.code}} {{ row.Order number }}', 'C1 {{contact.name}}'],
    ['{{row.gone|none}} {{contact.name}}', 'none Ana'],
    ['\\{{row.code}}', '{{row.code}}'],
  ])('in a broadcast to a file %j becomes %j', (text, expected) => {
    const row = { 'row.code': 'C1', 'row.Order number': '{{contact.name}}' } as const;
    expect(fillParams([text], ana, row)).toEqual([expected]);
    expect(findMissingField(['{{row.gone}}'], ana, row)).toBe('row.gone');
    expect(findMissingField(['{{row.gone}}'], ana)).toBeUndefined();
  });

  it('every text of structured params is filled, and their names are left alone', () => {
    const params: TemplateParams = {
      body: ['{{contact.name}}'],
      bodyNamed: { '{{contact.name}}': '{{contact.name}}' },
      headerText: '{{contact.company}}',
      buttonParams: { '0': 'c/{{contact.phone}}' },
      cards: [{ body: ['{{contact.name}}'] }],
    };
    expect(fillParams(params, ana)).toEqual({
      body: ['Ana'],
      bodyNamed: { '{{contact.name}}': 'Ana' },
      headerText: 'Acme',
      buttonParams: { '0': 'c/+4915112345678' },
      cards: [{ body: ['Ana'] }],
    });
  });

  it('a contact whose name looks like a placeholder gets no value of another field', () => {
    expect(fillParams(['{{contact.name}}'], { ...ana, name: '{{contact.company}}' })).toEqual(['{{contact.company}}']);
  });

  it('text without placeholders is never changed', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const plain = texts.map((text) => text.replaceAll('{{', '{'));
        expect(fillParams(plain, ana)).toEqual(plain);
      }),
    );
  });

  it('long text that almost has placeholders is read in linear time', () => {
    const texts = ['{{contact.', '\\', '{{ ', '{{contact.name|'].map((part) => part.repeat(100_000));
    expect(fillParams(texts, ana)).toEqual(texts);
  });
});

describe('the fields that values name', () => {
  it('fields that are not escaped are listed once', () => {
    const params = ['{{contact.name}} {{contact.name|x}}', '{{contact.email|x}}', '\\{{contact.company}}'];
    expect(listContactFields([params, undefined, { headerText: '{{contact.phone}}' }])).toEqual([
      'name',
      'email',
      'phone',
    ]);
  });

  it('only fields that contacts have are known, unless they are escaped', () => {
    const known = [['{{contact.name}}'], ['\\{{contact.nickname}}'], undefined];
    const unknown = ['nickname', '', 'Name|x', 'constructor'].map((name) => [`{{contact.${name}}}`]);
    const card = { cards: [{ bodyNamed: { a: '{{contact.tags}}' } }] };
    expect([...known, ...unknown, card].filter(hasOnlyKnownFields)).toEqual(known);
  });

  it('a field is missing if neither the contact nor every use of it has a text', () => {
    expect(findMissingField(['{{contact.name}} {{contact.company}}'], ana)).toBeUndefined();
    expect(findMissingField(['{{contact.email|x}}'], ana)).toBeUndefined();
    expect(findMissingField(['{{contact.email|x}}', '{{contact.email}}'], ana)).toBe('email');
    expect(findMissingField(undefined, {})).toBeUndefined();
  });

  it('blank fields count as missing, and white space becomes single spaces, which the channel requires', () => {
    const contact = { name: ' Ana\n\tSilva ', email: '  ', company: null, phone: '+4915112345678' };
    expect(pickContactValues(contact, ['name', 'email', 'company'])).toEqual({ name: 'Ana Silva' });
  });

  it('attributes are picked by their name, numbers and booleans as text, and none that is inherited', () => {
    const contact = { ...ana, email: null, attributes: { city: ' Lisbon\n', orders: 0, vip: false, empty: '' } };
    const names = ['city', 'orders', 'vip', 'empty', 'plan', 'constructor'].map(
      (name) => `attributes.${name}` as const,
    );
    expect(pickContactValues(contact, names)).toEqual({
      'attributes.city': 'Lisbon',
      'attributes.orders': '0',
      'attributes.vip': 'false',
    });
    expect(findMissingField(['{{contact.attributes.plan}}'], {})).toBe('attributes.plan');
    expect(hasOnlyKnownFields(['{{contact.attributes.City}}'])).toBe(false);
  });
});

it.each([
  ['  Cafe\u0301 \n', 'Caf\u00e9'],
  [` ${'x'.repeat(80)} `, 'x'.repeat(80)],
])('the tag name %j is trimmed and normalized', (text, name) => expect(z.parse(tagName, text)).toBe(name));

describe('distinctTagNames', () => {
  it('the first spelling of a name is kept', () => {
    expect(distinctTagNames(['VIP', 'new', 'vip', 'NEW', 'Vip'])).toEqual(['VIP', 'new']);
  });

  it('any list keeps exactly its distinct names', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'A', 'b', 'B', 'c')), (names) => {
        const distinct = distinctTagNames(names);
        expect(distinct.map(toTagKey)).toEqual([...new Set(names.map(toTagKey))]);
        expect(distinctTagNames(distinct)).toEqual(distinct);
      }),
    );
  });
});

it('the reason why a recipient gets no message stays short, however long the name of a column is', () => {
  expect(describeMissing(`row.${'x'.repeat(15_000)}`).length).toBeLessThan(400);
});

describe('pickColor', () => {
  it('all spellings of a name have the same hex color', () => {
    for (const name of ['VIP', 'new', 'ärger', '客户', '🎉']) {
      expect(pickColor(name)).toMatch(/^#[0-9a-f]{6}$/);
      expect(pickColor(name.toUpperCase())).toBe(pickColor(name));
    }
  });

  it('different names use the whole palette', () => {
    const names = Array.from({ length: 200 }, (_, number) => `tag ${number}`);
    expect(new Set(names.map(pickColor)).size).toBe(12);
  });
});
