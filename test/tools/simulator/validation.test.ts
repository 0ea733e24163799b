import { describe, expect, it } from 'vitest';
import { type Caller, msgapp, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

interface Flaw {
  name: string;
  http: number;
  code: number;
  /** Spoils the request in one way. */
  spoil: (request: SendRequest) => SendRequest;
  /** What must be switched on for the channel to mind. */
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

/** In the order in which the channel looks: of two flaws the first is named. */
const flaws: Flaw[] = [
  { name: 'no token', http: 401, code: 104, spoil: (request) => ({ ...request, token: null }) },
  { name: 'a wrong token', http: 401, code: 190, spoil: (request) => ({ ...request, token: request.token && 'x' }) },
  { name: 'an unknown number id', http: 400, code: 100, spoil: (request) => ({ ...request, id: '1' }) },
  { name: 'no product', http: 400, code: 100, spoil: inBody({ messaging_product: undefined }) },
  { name: 'no recipient', http: 400, code: 131008, spoil: inBody({ to: undefined }) },
  { name: 'an unknown type', http: 400, code: 131051, spoil: inBody({ type: 'fax' }) },
  { name: 'no content', http: 400, code: 131008, spoil: inBody({ template: undefined }) },
  { name: 'a content without its fields', http: 400, code: 131008, spoil: inBody({ template: { name: 'x' } }) },
  {
    name: 'a recipient off the list',
    http: 400,
    code: 131030,
    spoil: inBody({}),
    switches: { allowed_recipients: [] },
  },
  { name: 'an unregistered number', http: 400, code: 133010, spoil: inBody({}), switches: { registered: false } },
  {
    name: 'an unknown template',
    http: 404,
    code: 132001,
    spoil: inBody({ template: { name: 'nobody', language: { code: 'en_US' } } }),
  },
  {
    name: 'too many messages',
    http: 400,
    code: 130429,
    spoil: inBody({}),
    switches: { fail_next: { count: 1000, code: 130429 } },
  },
];

const sendWith = async ({ channel, control }: Caller, chosen: Flaw[]) => {
  await control('DELETE', '/switches');
  for (const { switches } of chosen) if (switches) await control('POST', '/switches', switches);
  const good: SendRequest = { token: msgapp.accessToken, id: msgapp.id, body: templateMessage('hello_world') };
  const { token, id, body } = chosen.reduceRight((request, { spoil }) => spoil(request), good);
  return channel('POST', `/v25.0/${id}/messages`, body, token);
};

describe('the order of checks', () => {
  it.each(flaws.map((flaw, place) => ({ ...flaw, place })))(
    'names $name ($http, $code) before all that comes later',
    async ({ place, http, code }) => {
      const caller = await simulate();
      const flaw = flaws.slice(place, place + 1);
      const alone = await sendWith(caller, flaw);
      expect([alone.status, alone.json.error.code]).toEqual([http, code]);
      for (const other of flaws.slice(place + 1)) {
        const { status, json } = await sendWith(caller, [...flaw, other]);
        expect([other.name, status, json.error.code]).toEqual([other.name, http, code]);
      }
    },
  );

  it('ends well when nothing is wrong', async () => {
    expect((await sendWith(await simulate(), [])).status).toBe(200);
  });
});

const message = (type: string, content: unknown, other = {}) => ({
  messaging_product: 'whatsapp',
  to: '+4915550001111',
  type,
  [type]: content,
  ...other,
});
const link = 'https://cdn.example.com/a';

describe('the channel refuses', () => {
  it.each<[string, unknown, number, string]>([
    ['a body that is not JSON', '{', 100, 'not JSON'],
    ['a body that is no object', '[]', 100, 'not a JSON object'],
    ['an unknown field', { ...textMessage(), txt: {} }, 100, 'Unexpected key "txt"'],
    ['a group', { ...textMessage(), recipient_type: 'group' }, 100, 'recipient_type'],
    ['too long callback data', { ...textMessage(), biz_opaque_callback_data: 'x'.repeat(513) }, 100, '512'],
    ['a quote of nothing', { ...textMessage(), context: {} }, 131008, 'message_id'],
    ['a recipient that is no number', textMessage('anna'), 131009, '"anna"'],
    ['its own number', textMessage(`+${msgapp.displayPhoneNumber}`), 131021, 'sender'],
    ['an empty text', textMessage(undefined, ''), 131008, "text['body']"],
    ['a text of 4097 characters', textMessage(undefined, 'x'.repeat(4097)), 100, '4096'],
    ['a preview that is no boolean', message('text', { body: 'x', preview_url: 'no' }), 100, 'preview_url'],
    ['an unknown field of a text', message('text', { body: 'x', text: 'y' }), 100, 'Unexpected key "text"'],
    ['a caption of 1025 characters', message('image', { link, caption: 'x'.repeat(1025) }), 100, '1024'],
    ['a caption on audio', message('audio', { link, caption: 'x' }), 100, 'Unexpected key "caption"'],
    ['a file name on an image', message('image', { link, filename: 'x' }), 100, 'Unexpected key "filename"'],
    ['a file without link and id', message('video', {}), 131008, "video['link']"],
    ['a file with link and id', message('video', { link, id: '1037540000000002' }), 100, 'not both'],
    ['a link that is none', message('image', { link: 'cdn/a' }), 100, 'is not a valid URI.'],
    ['a link of another protocol', message('image', { link: 'ftp://a.example/b' }), 100, 'is not a valid URI.'],
    ['an unknown media id', message('image', { id: '9' }), 100, 'business account media attachment ID'],
    ['a place without coordinates', message('location', { latitude: 1 }), 131008, 'longitude'],
    ['no contacts', message('contacts', []), 131008, 'formatted_name'],
    ['a reaction to nothing', message('reaction', { emoji: 'x' }), 131008, 'message_id'],
    ['an interactive message without action', message('interactive', { type: 'list' }), 131008, 'action'],
  ])('%s', async (_, body, code, words) => {
    const { send, control } = await simulate();
    const { status, json } = await send(body);
    expect([status, json.error.code]).toEqual([400, code]);
    expect(`${json.error.message} ${json.error.error_data?.details}`).toContain(words);
    expect((await control('GET', '/sent')).json.data).toEqual([]);
  });

  it('in the shape of its errors', async () => {
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

describe('limits that are switched on', () => {
  it('refuse what an account sends beyond its throughput', async () => {
    const { send, control } = await simulate({ clock: { now: () => 1_790_000_000_000 } });
    await control('POST', '/switches', { throughput_per_second: 3 });
    const codes = [];
    for (let count = 0; count < 5; count += 1) codes.push((await send(textMessage())).json.error?.code);
    expect(codes).toEqual([undefined, undefined, undefined, 130429, 130429]);
  });

  it('refuse the 46th message at once to a customer, and one more after 6 seconds', async () => {
    let nowMs = 1_790_000_000_000;
    const { send, control } = await simulate({ clock: { now: () => nowMs } });
    await control('POST', '/switches', { pair_rate: true });
    for (let count = 0; count < 45; count += 1) expect((await send(textMessage())).status).toBe(200);
    expect((await send(textMessage())).json.error.code).toBe(131056);
    expect((await send(textMessage('+4915550001112'))).status).toBe(200);
    nowMs += 6000;
    expect((await send(textMessage())).status).toBe(200);
    expect((await send(textMessage())).json.error.code).toBe(131056);
  });
});
