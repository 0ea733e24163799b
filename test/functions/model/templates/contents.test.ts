import { describe, expect, it } from 'vitest';
import { readTemplateContents } from '../../../../functions/domain/channels/msgapp/template-contents.ts';
import { renderTemplate, type TextPart } from '../../../../functions/model/templates/contents.ts';

const row = {
  name: 'order_update',
  language: 'en_US',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text: 'Hi {{1}}, your order {{ 2 }} left. Thanks, {{1}}' },
    { type: 'FOOTER', text: 'Acme' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'URL', text: 'Track', url: 'https://acme.example/track/{{1}}' },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+14155550123' },
        { type: 'QUICK_REPLY', text: 'Stop' },
      ],
    },
  ],
};

const plain = (parts: readonly TextPart[] | null): string => (parts ?? []).map(({ text }) => text).join('');

describe('the contents of a template', () => {
  it('every part that a customer sees is read', () => {
    expect(readTemplateContents(row)).toEqual({
      header: { kind: 'text', text: 'Order {{1}}' },
      body: 'Hi {{1}}, your order {{ 2 }} left. Thanks, {{1}}',
      footer: 'Acme',
      buttons: [
        { kind: 'url', text: 'Track', target: 'https://acme.example/track/{{1}}' },
        { kind: 'phone', text: 'Call', target: '+14155550123' },
        { kind: 'quick_reply', text: 'Stop', target: null },
      ],
      cards: [],
    });
  });

  it('media, one-time codes and the cards of a carousel are read', () => {
    const card = [
      { type: 'header', format: 'image' },
      { type: 'body', text: 'Card' },
    ];
    const code = { type: 'URL', text: 'Copy code', url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE' };
    const contents = readTemplateContents({
      components: [
        { type: 'BODY', add_security_recommendation: true },
        { type: 'BUTTONS', buttons: [code] },
        { type: 'CAROUSEL', cards: [{ components: card }] },
      ],
    });
    expect(contents).toMatchObject({
      header: null,
      body: null,
      buttons: [{ kind: 'otp', text: 'Copy code', target: null }],
      cards: [{ header: { kind: 'image' }, body: 'Card' }],
    });
  });

  it.each([null, 'text', [], {}, { components: 'none' }, { components: [null, 7, { type: 'BUTTONS', buttons: 3 }] }])(
    'the malformed row %j reads as empty',
    (malformed) => {
      expect(readTemplateContents(malformed)).toEqual({
        header: null,
        body: null,
        footer: null,
        buttons: [],
        cards: [],
      });
    },
  );
});

describe('renderTemplate', () => {
  const contents = readTemplateContents(row);

  it('a placeholder without a value stands for itself and is marked', () => {
    const { body, header } = renderTemplate(contents);
    expect(body).toEqual([
      { text: 'Hi ', placeholder: null },
      { text: '{{1}}', placeholder: '1' },
      { text: ', your order ', placeholder: null },
      { text: '{{ 2 }}', placeholder: '2' },
      { text: ' left. Thanks, ', placeholder: null },
      { text: '{{1}}', placeholder: '1' },
    ]);
    expect(header).toEqual({
      kind: 'text',
      text: [
        { text: 'Order ', placeholder: null },
        { text: '{{1}}', placeholder: '1' },
      ],
    });
  });

  it('values take the place of their placeholders in header, body and links', () => {
    const rendered = renderTemplate(contents, {
      headerText: '77',
      body: ['Ana', '{{1}}'],
      buttonParams: { 0: 'abc', 1: 'ignored' },
    });
    expect(plain(rendered.body)).toBe('Hi Ana, your order {{1}} left. Thanks, Ana');
    expect(rendered.header?.kind === 'text' && plain(rendered.header.text)).toBe('Order 77');
    expect(rendered.buttons.map(({ target }) => plain(target))).toEqual([
      'https://acme.example/track/abc',
      '+14155550123',
      '',
    ]);
  });

  it('named placeholders and the cards of a carousel take their own values', () => {
    const named = { header: null, body: 'Hi {{constructor}} {{who}}', footer: null, buttons: [] };
    const rendered = renderTemplate({ ...named, cards: [named] }, { cards: [{ bodyNamed: { who: 'Ana' } }] });
    expect(plain(rendered.body)).toBe('Hi {{constructor}} {{who}}');
    expect(plain(rendered.cards[0]?.body ?? null)).toBe('Hi {{constructor}} Ana');
  });
});
