import { describe, expect, it } from 'vitest';
import { msgapp, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

const message = (type: string, content: unknown) => ({
  messaging_product: 'whatsapp',
  to: '+4915550001111',
  type,
  [type]: content,
});
const link = 'https://cdn.example.com/a';

describe('refused message', () => {
  it.each<[string, unknown, number, string]>([
    ['a body that is not JSON', '{', 100, 'not JSON'],
    ['a missing recipient', { ...textMessage(), to: undefined }, 131008, 'to'],
    ['an unknown type', { ...textMessage(), type: 'fax' }, 131051, 'fax'],
    ['a template without its language', message('template', { name: 'x' }), 131008, 'language'],
    ['an unknown field', { ...textMessage(), txt: {} }, 100, 'Unexpected key "txt"'],
    ['a group as recipient', { ...textMessage(), recipient_type: 'group' }, 100, 'recipient_type'],
    ['callback data over 512 characters', { ...textMessage(), biz_opaque_callback_data: 'x'.repeat(513) }, 100, '512'],
    ['a quote without a message', { ...textMessage(), context: {} }, 131008, 'message_id'],
    ['a recipient that is not a number', textMessage('anna'), 131009, '"anna"'],
    ['the sender as recipient', textMessage(`+${msgapp.displayPhoneNumber}`), 131021, 'sender'],
    ['an empty text', textMessage(undefined, ''), 131008, "text['body']"],
    ['a text of 4097 characters', textMessage(undefined, 'x'.repeat(4097)), 100, '4096'],
    ['a caption of 1025 characters', message('image', { link, caption: 'x'.repeat(1025) }), 100, '1024'],
    ['a file without link and id', message('video', {}), 131008, "video['link']"],
    ['a file with link and id', message('video', { link, id: '1037540000000002' }), 100, 'not both'],
    ['a link that is not a URL', message('image', { link: 'cdn/a' }), 100, 'is not a valid URI.'],
    ['an unknown media id', message('image', { id: '9' }), 100, 'business account media attachment ID'],
  ])('the channel refuses %s', async (_, body, code, text) => {
    const { send, control } = await simulate();
    const { status, json } = await send(body);
    expect([status, json.error.code]).toEqual([400, code]);
    expect(`${json.error.message} ${json.error.error_data?.details}`).toContain(text);
    expect((await control('GET', '/sent')).json.data).toEqual([]);
  });

  it('an error response has the shape of the channel', async () => {
    const { send, channel } = await simulate();
    const { json } = await send(templateMessage('order_update', []));
    expect(json).toEqual({
      error: {
        message: '(#132000) Number of parameters does not match the expected number of params',
        type: 'OAuthException',
        code: 132000,
        error_data: {
          messaging_product: 'whatsapp',
          details: 'body: number of localizable_params (0) does not match the expected number of params (2)',
        },
        fbtrace_id: expect.stringMatching(/^A[\w-]{22}$/),
      },
    });
    const unknown = await channel('POST', '/v25.0/5/messages', textMessage());
    expect(unknown.json.error).toMatchObject({ type: 'GraphMethodException', code: 100, error_subcode: 33 });
    expect((await channel('POST', '/v25.0/nothing/here', {})).json.error.code).toBe(2500);
    const path = `/v25.0/${msgapp.id}/messages`;
    for (const [token, code] of [[null, 104] as const, ['x', 190] as const])
      expect(await channel('POST', path, textMessage(), token)).toMatchObject({
        status: 401,
        json: { error: { code } },
      });
  });
});

describe('accepted message', () => {
  it('the response has the recipient and a message id', async () => {
    const { send } = await simulate();
    const { status, json } = await send(textMessage('+4915550001111'));
    expect(status).toBe(200);
    expect(json).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: '+4915550001111', wa_id: '4915550001111' }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    });
  });

  it('the response to a template has the status accepted', async () => {
    const { send } = await simulate();
    const { json } = await send(templateMessage('hello_world'));
    expect(json.messages[0]).toMatchObject({ message_status: 'accepted' });
  });

  it.each([
    ['+55 11 91234-5678', '551112345678'],
    ['+52 55 1234 5678', '5215512345678'],
    ['+54 11 1234 5678', '5491112345678'],
    ['1 (555) 000-1111', '15550001111'],
  ])('the recipient %s has the wa_id %s', async (to, waId) => {
    const { send } = await simulate();
    expect((await send(textMessage(to))).json.contacts).toEqual([{ input: to, wa_id: waId }]);
  });

  it('a message without a type, with a quote or a null quote, is accepted', async () => {
    const { send } = await simulate();
    const { type: _, ...body } = textMessage();
    expect((await send({ ...body, context: { message_id: 'wamid.HBgNT1VU' } })).status).toBe(200);
    expect((await send({ ...body, context: null })).status).toBe(200);
  });
});
