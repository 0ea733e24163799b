import { describe, expect, it } from 'vitest';
import { type Caller, msgapp, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

interface Flaw {
  name: string;
  http: number;
  code: number;
  apply: (request: SendRequest) => SendRequest;
  switches?: Record<string, unknown>;
}

interface SendRequest {
  token: string | null;
  id: string;
  body: Record<string, unknown> | string;
}

const inBody = (change: Record<string, unknown>) => (request: SendRequest) => ({
  ...request,
  body: typeof request.body === 'string' ? request.body : { ...request.body, ...change },
});

/** The flaws are in the order of the channel's checks: the first of two decides the error. */
const flaws: Flaw[] = [
  { name: 'a missing token', http: 401, code: 104, apply: (request) => ({ ...request, token: null }) },
  { name: 'a wrong token', http: 401, code: 190, apply: (request) => ({ ...request, token: request.token && 'x' }) },
  { name: 'an unknown number id', http: 400, code: 100, apply: (request) => ({ ...request, id: '1' }) },
  { name: 'a missing product', http: 400, code: 100, apply: inBody({ messaging_product: undefined }) },
  { name: 'a missing recipient', http: 400, code: 131008, apply: inBody({ to: undefined }) },
  { name: 'an unknown type', http: 400, code: 131051, apply: inBody({ type: 'fax' }) },
  { name: 'missing content', http: 400, code: 131008, apply: inBody({ template: undefined }) },
  { name: 'content without its fields', http: 400, code: 131008, apply: inBody({ template: { name: 'x' } }) },
  {
    name: 'an unknown template',
    http: 404,
    code: 132001,
    apply: inBody({ template: { name: 'unknown', language: { code: 'en_US' } } }),
  },
  {
    name: 'too many messages',
    http: 400,
    code: 130429,
    apply: inBody({}),
    switches: { fail_next: { count: 1000, code: 130429 } },
  },
];

const sendWith = async ({ channel, control }: Caller, chosen: Flaw[]) => {
  await control('DELETE', '/switches');
  for (const { switches } of chosen) if (switches) await control('POST', '/switches', switches);
  const good: SendRequest = { token: msgapp.accessToken, id: msgapp.id, body: templateMessage('hello_world') };
  const { token, id, body } = chosen.reduceRight((request, { apply }) => apply(request), good);
  return channel('POST', `/v25.0/${id}/messages`, body, token);
};

describe('order of checks', () => {
  it.each(flaws.map((flaw, index) => ({ ...flaw, index })))(
    '$name is refused with $http and $code before any later check',
    async ({ index, http, code }) => {
      const caller = await simulate();
      const flaw = flaws.slice(index, index + 1);
      const alone = await sendWith(caller, flaw);
      expect([alone.status, alone.json.error.code]).toEqual([http, code]);
      for (const later of flaws.slice(index + 1)) {
        const { status, json } = await sendWith(caller, [...flaw, later]);
        expect([later.name, status, json.error.code]).toEqual([later.name, http, code]);
      }
    },
  );

  it('a request without flaws is accepted', async () => {
    expect((await sendWith(await simulate(), [])).status).toBe(200);
  });
});

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
    ['a body that is not an object', '[]', 100, 'not a JSON object'],
    ['an unknown field', { ...textMessage(), txt: {} }, 100, 'Unexpected key "txt"'],
    ['a group as recipient', { ...textMessage(), recipient_type: 'group' }, 100, 'recipient_type'],
    ['callback data over 512 characters', { ...textMessage(), biz_opaque_callback_data: 'x'.repeat(513) }, 100, '512'],
    ['a quote without a message', { ...textMessage(), context: {} }, 131008, 'message_id'],
    ['a recipient that is not a number', textMessage('anna'), 131009, '"anna"'],
    ['the sender as recipient', textMessage(`+${msgapp.displayPhoneNumber}`), 131021, 'sender'],
    ['an empty text', textMessage(undefined, ''), 131008, "text['body']"],
    ['a text of 4097 characters', textMessage(undefined, 'x'.repeat(4097)), 100, '4096'],
    ['an unknown field of a text', message('text', { body: 'x', text: 'y' }), 100, 'Unexpected key "text"'],
    ['a caption of 1025 characters', message('image', { link, caption: 'x'.repeat(1025) }), 100, '1024'],
    ['a caption on audio', message('audio', { link, caption: 'x' }), 100, 'Unexpected key "caption"'],
    ['a file name on an image', message('image', { link, filename: 'x' }), 100, 'Unexpected key "filename"'],
    ['a file without link and id', message('video', {}), 131008, "video['link']"],
    ['a file with link and id', message('video', { link, id: '1037540000000002' }), 100, 'not both'],
    ['a link that is not a URL', message('image', { link: 'cdn/a' }), 100, 'is not a valid URI.'],
    ['a link of another protocol', message('image', { link: 'ftp://a.example/b' }), 100, 'is not a valid URI.'],
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

  it('a message id has the byte format of real ones, with the customer and a random part', async () => {
    const { send } = await simulate();
    const { json } = await send(textMessage('+4915550001111'));
    const bytes = Buffer.from(json.messages[0].id.slice('wamid.'.length), 'base64');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0x1c, 0x18, 13]));
    expect(bytes.subarray(3, 16).toString()).toBe('4915550001111');
    expect(bytes.subarray(16, 22)).toEqual(Buffer.from([0x15, 0x02, 0x00, 0x11, 0x18, 18]));
    expect(bytes.subarray(22, 40).toString()).toMatch(/^[0-9A-F]{18}$/);
    expect(bytes.subarray(40)).toEqual(Buffer.from([0x00]));
  });

  it('the response to a template has the status accepted', async () => {
    const { send } = await simulate();
    const { json } = await send(templateMessage('hello_world'));
    expect(json.messages[0]).toMatchObject({ message_status: 'accepted' });
  });

  it.each([
    ['+55 11 91234-5678', '551112345678'],
    ['+52 55 1234 5678', '5215512345678'],
    ['+521 55 1234 5678', '5215512345678'],
    ['+54 11 1234 5678', '5491112345678'],
    ['+54 9 11 1234 5678', '5491112345678'],
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
