import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { bindEventApi, type HostedEventApi } from '../../../tools/local/event-api/event-api.ts';
import { readStatements } from '../../../tools/local/iam/authorize.ts';
import { readFunctions } from '../../../tools/local/lambda/function-definition.ts';
import { getFunctionByPrefix, type HostedFunction, hostFunction } from '../../../tools/local/lambda/function-host.ts';
import { readAssembly } from '../../../tools/local/template/assembly.ts';
import { findResources, resolveIdentity } from '../../../tools/local/template/deployment.ts';
import { foreignHeaders, requestWith } from '../../support/foreign-requests.ts';
import { synthesizeEventApi } from './fixture/synthesize.ts';
import { waitFor } from './fixture/wait-for.ts';

const accessKeyId = 'abc123';
const channel = '/members/w1/e1';
const keepAliveMs = 40;

let api: HostedEventApi;
let functions: HostedFunction[];
const authorizerEvents: Record<string, unknown>[] = [];

beforeAll(async () => {
  const deployment = { stacks: readAssembly(await synthesizeEventApi()), createdAttributes: new Map() };
  const findStatements = (roleArn: string) => readStatements(deployment, roleArn);
  const bound = await bindEventApi(deployment, { accessKeyId, findStatements }, { keepAliveMs });
  if (!bound) throw new Error('The assembly has no event API.');
  api = bound;
  const context = {
    accessKeyId,
    dynamodbEndpoint: '',
    // The functions get their role only beside a guard.
    tableGuardEndpoint: '',
    sqsEndpoint: '',
    secretsManagerEndpoint: '',
    eventApiEndpoint: api.endpoint,
    extraEnvironment: {},
  };
  functions = readFunctions(deployment).map((definition) =>
    hostFunction(definition, context, (id, line) => {
      if (id.startsWith('Authorizer')) authorizerEvents.push(JSON.parse(line));
    }),
  );
  api.open(functions);
  const [resource] = findResources(deployment, 'AWS::AppSync::Api');
  expect(resource && resolveIdentity(deployment, resource)).toMatchObject({
    'Dns.Http': new URL(api.endpoint).host,
    'Dns.Realtime': new URL(api.endpoint).host,
  });
});

afterEach(() => api.controls.setFaults());

afterAll(async () => {
  await Promise.all(functions.map(({ stop }) => stop()));
  await api.stop();
});

type Message = Record<string, unknown>;

interface Client {
  socket: WebSocket;
  /** Without keep-alives. */
  messages: Message[];
  send: (message: unknown) => void;
  next: (type: string) => Promise<Message>;
}

const authorizationOf = (ticket: string, host = new URL(api.endpoint).host) => ({ host, Authorization: ticket });

const toProtocols = (authorization: unknown): string[] => [
  'aws-appsync-event-ws',
  `header-${Buffer.from(JSON.stringify(authorization)).toString('base64url')}`,
];

const open = (protocols: string[], { path = '/event/realtime', headers = {} } = {}): Client => {
  const socket = new WebSocket(`${api.endpoint.replace('http', 'ws')}${path}`, protocols, { headers });
  onTestFinished(() => socket.terminate());
  const messages: Message[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type !== 'ka') messages.push(message);
  });
  const next = (type: string): Promise<Message> =>
    waitFor(() => {
      const index = messages.findIndex((message) => message['type'] === type);
      return index < 0 ? undefined : messages.splice(index, 1)[0];
    });
  return { socket, messages, next, send: (message) => socket.send(JSON.stringify(message)) };
};

const connect = async (ticket = `ticket-${channel}`): Promise<Client> => {
  const client = open(toProtocols(authorizationOf(ticket)));
  await once(client.socket, 'open');
  client.send({ type: 'connection_init' });
  await client.next('connection_ack');
  return client;
};

const subscribe = async (client: Client, id = 's1', to = channel): Promise<void> => {
  client.send({ type: 'subscribe', id, channel: to, authorization: authorizationOf(`ticket-${to}`) });
  expect(await client.next('subscribe_success')).toEqual({ type: 'subscribe_success', id });
};

interface Answer {
  status: number;
  answer: { successful?: unknown[]; failed?: unknown[]; errors?: { errorType: string; message: string }[] };
}

const publishAs = async (name: string, body: unknown): Promise<Answer> => {
  const outcome = await getFunctionByPrefix(functions, name).invoke(JSON.stringify(body));
  if (!outcome.ok) throw new Error(outcome.error.errorMessage);
  return JSON.parse(outcome.payload);
};

const publish = (...values: unknown[]): Promise<Answer> =>
  publishAs('Publisher', { channel, events: values.map((value) => JSON.stringify(value)) });

const readEvents = ({ messages }: Client): unknown[] =>
  messages.filter(({ type }) => type === 'data').map(({ event }) => JSON.parse(String(event)));

const expectEvents = (client: Client, values: unknown[]): Promise<void> =>
  expect.poll(() => readEvents(client)).toEqual(values);

describe('sockets of the local event API', () => {
  it('the acknowledgement names the time after which a quiet socket is dead, and keep-alives come', async () => {
    const client = open(toProtocols(authorizationOf(`ticket-${channel}`)));
    await once(client.socket, 'open');
    expect(client.socket.protocol).toBe('aws-appsync-event-ws');
    client.send({ type: 'connection_init' });
    expect(await client.next('connection_ack')).toEqual({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
    const [data] = await once(client.socket, 'message');
    expect(JSON.parse(String(data))).toEqual({ type: 'ka' });
  });

  it('an event reaches exactly the subscriptions to its channel', async () => {
    const [first, second, elsewhere] = [await connect(), await connect(), await connect('ticket-/members/w2/e1')];
    await subscribe(first, 'a');
    await subscribe(first, 'b');
    await subscribe(second);
    await subscribe(elsewhere, 's1', '/members/w2/e1');
    expect(await publish({ n: 1 }, 'two')).toEqual({
      status: 200,
      answer: {
        failed: [],
        successful: [0, 1].map((index) => ({ identifier: expect.any(String), index })),
      },
    });
    await expectEvents(second, [{ n: 1 }, 'two']);
    expect(first.messages).toEqual([
      { type: 'data', id: 'a', event: '{"n":1}' },
      { type: 'data', id: 'b', event: '{"n":1}' },
      { type: 'data', id: 'a', event: '"two"' },
      { type: 'data', id: 'b', event: '"two"' },
    ]);
    expect(elsewhere.messages).toEqual([]);
    expect(api.controls.published().at(-1)).toEqual({ channel, events: ['{"n":1}', '"two"'] });
  });

  it('the authorizer gets what AppSync sends it, once for the connection and once for each channel', async () => {
    const ticket = 'ticket-/members/w3/e1';
    await subscribe(await connect(ticket), 's1', '/members/w3/e1');
    const events = authorizerEvents.filter(({ authorizationToken }) => authorizationToken === ticket);
    const shared = { apiId: expect.any(String), accountId: '000000000000', requestId: expect.any(String) };
    expect(events.map(({ requestContext }) => requestContext)).toEqual([
      { ...shared, operation: 'EVENT_CONNECT' },
      { ...shared, operation: 'EVENT_SUBSCRIBE', channel: '/members/w3/e1', channelNamespaceName: 'members' },
    ]);
  });

  it('nothing comes after unsubscribing', async () => {
    const client = await connect();
    await subscribe(client);
    client.send({ type: 'unsubscribe', id: 's1' });
    await client.next('unsubscribe_success');
    const listener = await connect();
    await subscribe(listener);
    await publish(1);
    await expectEvents(listener, [1]);
    expect(client.messages).toEqual([]);
    client.send({ type: 'unsubscribe', id: 's1' });
    expect(await client.next('unsubscribe_error')).toMatchObject({ id: 's1' });
  });

  it.each([
    ['that the authorizer refuses', 'ticket-refused', undefined],
    ['for which the authorizer crashes', 'ticket-crash', undefined],
    ['for another host', `ticket-${channel}`, 'other.appsync-api.eu-central-1.amazonaws.com'],
    ['that does not look like one', 'x', undefined],
  ])('a ticket %s gets a connection error that closes the socket', async (_, ticket, host) => {
    const earlier = authorizerEvents.length;
    const { socket, next } = open(toProtocols(authorizationOf(ticket, host)));
    const closed = once(socket, 'close');
    expect(await next('connection_error')).toMatchObject({ errors: [{ errorType: 'UnauthorizedException' }] });
    await closed;
    // A text that cannot be a ticket costs no call.
    expect(authorizerEvents.length > earlier).toBe(ticket.startsWith('ticket-') && host === undefined);
  });

  it.each([
    ['another address', toProtocols({}), { path: '/event' }, 404],
    ['no subprotocol of ours', ['graphql-ws'], {}, 400],
    ['a foreign origin', toProtocols({}), { headers: { Origin: 'https://evil.example' } }, 403],
    ['a foreign host', toProtocols({}), { headers: { Host: 'rebound.evil.example' } }, 403],
  ])('a handshake with %s is refused', async (_, protocols, options, status) => {
    const { socket } = open(protocols, options);
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain(`Unexpected server response: ${status}`);
  });

  it('a page of another server on this machine may connect with a ticket', async () => {
    const headers = { Origin: 'http://127.0.0.1:4200' };
    const { socket } = open(toProtocols(authorizationOf(`ticket-${channel}`)), { headers });
    await once(socket, 'open');
  });

  it.each([
    ['a channel that the authorizer refuses', '/members/other/e1', 'UnauthorizedException'],
    ['a wildcard', '/members/*', 'BadRequestException'],
    ['an unknown namespace', '/unknown/w1', 'BadRequestException'],
    ['too many parts', '/members/a/b/c/d/e', 'BadRequestException'],
  ])('a subscription to %s is refused', async (_, refused, errorType) => {
    const client = await connect();
    const authorization = authorizationOf(`ticket-${channel}`);
    client.send({ type: 'subscribe', id: 's1', channel: refused, authorization });
    expect(await client.next('subscribe_error')).toMatchObject({ id: 's1', errors: [{ errorType }] });
  });

  it('an id is used for one subscription at a time', async () => {
    const client = await connect();
    await subscribe(client);
    client.send({ type: 'subscribe', id: 's1', channel, authorization: authorizationOf(`ticket-${channel}`) });
    expect(await client.next('subscribe_error')).toMatchObject({ errors: [{ errorType: 'DuplicatedOperationError' }] });
  });

  it.each(['{"type":"publish"}', 'no JSON', '[]'])(
    'the message %s is an error that does not close the socket',
    async (text) => {
      const client = await connect();
      client.socket.send(text);
      expect(await client.next('error')).toMatchObject({ errors: [{ errorType: 'UnsupportedOperation' }] });
      await subscribe(client);
    },
  );
});

describe('publishing to the local event API', () => {
  it('a function whose role lacks the right is refused, as is one that has it for another namespace', async () => {
    const events = ['1'];
    for (const [name, to] of [
      ['Powerless', channel],
      ['Publisher', '/others/x'],
    ] as const)
      expect(await publishAs(name, { channel: to, events })).toMatchObject({
        status: 403,
        answer: { errors: [{ errorType: 'AccessDeniedException' }] },
      });
  });

  it.each([
    ['no event', { channel, events: [] }],
    ['six events', { channel, events: Array(6).fill('1') }],
    ['an event that is not the text of JSON', { channel, events: ['{'] }],
    ['an event that is no text', { channel, events: [1] }],
    ['an unknown namespace', { channel: '/unknown/w1', events: ['1'] }],
    ['a part of 51 characters', { channel: `/members/${'a'.repeat(51)}`, events: ['1'] }],
    ['an underscore', { channel: '/members/a_b', events: ['1'] }],
    ['no channel', { events: ['1'] }],
  ])('%s is a bad request', async (_, body) => {
    expect(await publishAs('Publisher', body)).toMatchObject({
      status: 400,
      answer: { errors: [{ errorType: 'BadRequestException' }] },
    });
  });

  it('an event above 240 KB is accepted and dropped in silence', async () => {
    const client = await connect();
    await subscribe(client);
    const { status, answer } = await publish('x'.repeat(240 * 1024), 'small');
    expect([status, answer.successful?.length]).toEqual([200, 2]);
    await expectEvents(client, ['small']);
  });

  const credential = (id: string, service = 'appsync') => ({
    Authorization: `AWS4-HMAC-SHA256 Credential=${id}/20261115/eu-central-1/${service}/aws4_request, Signature=0`,
  });
  const post = (headers: Record<string, string>) =>
    requestWith(`${api.endpoint}/event`, headers, { method: 'POST', body: JSON.stringify({ channel, events: ['1'] }) });

  it.each([
    ['another access key id', credential('local')],
    ['a signature for another service', credential(accessKeyId, 's3')],
    ['no signature', {}],
  ])('a request with %s is unauthorized', async (_, headers) => {
    const { status, body } = await post(headers);
    expect([status, JSON.parse(body).errors[0].errorType]).toEqual([401, 'UnauthorizedException']);
  });

  it.each(foreignHeaders)('a request with %s is refused', async (_, buildHeaders) => {
    const { status } = await post({ ...credential(accessKeyId), ...buildHeaders(new URL(api.endpoint)) });
    expect(status).toBe(403);
  });

  it('a program without a role, such as a test, may publish', async () => {
    expect((await post(credential(accessKeyId))).status).toBe(200);
  });
});

describe('faults that tests inject', () => {
  it.each([
    ['lose', { copies: 0 }, []],
    ['double', { copies: 2 }, [1, 1, 2, 2]],
    ['swap', { delaysMs: [120, 0] }, [2, 1]],
    ['delay', { delaysMs: [30] }, [1, 2]],
  ])('they %s events, until the faults end', async (_, faults, expected) => {
    const client = await connect();
    await subscribe(client);
    api.controls.setFaults(faults);
    await publish(1, 2);
    await expectEvents(client, expected);
    api.controls.setFaults();
    await publish(3);
    await expectEvents(client, [...expected, 3]);
  });

  it('a cut socket stays open and hears nothing more, while others do', async () => {
    const cut = await connect();
    await subscribe(cut);
    api.controls.cutSockets();
    const fresh = await connect();
    await subscribe(fresh);
    let isHeard = false;
    cut.socket.on('message', () => {
      isHeard = true;
    });
    cut.send({ type: 'unsubscribe', id: 's1' });
    await publish(1);
    await expectEvents(fresh, [1]);
    await delay(3 * keepAliveMs);
    expect([isHeard, cut.socket.readyState]).toEqual([false, cut.socket.OPEN]);
    await expect.poll(api.controls.listSubscriptions).toEqual([channel]);
  });

  it('while the API is down, sockets end and nobody gets through', async () => {
    const client = await connect();
    const closed = once(client.socket, 'close');
    api.controls.setFaults({ isDown: true });
    await closed;
    await expect(publish(1)).rejects.toThrow('fetch failed');
    const [error] = await once(open(toProtocols(authorizationOf(`ticket-${channel}`))).socket, 'error');
    expect(String(error)).toContain('socket hang up');
    api.controls.setFaults();
    await subscribe(await connect());
  });
});

it('a client that leaves during the handshake does no harm', async () => {
  const { hostname, port, host } = new URL(api.endpoint);
  const stream = createConnection(Number(port), hostname);
  const [, header] = toProtocols(authorizationOf(`ticket-${channel}`));
  const lines = [
    'GET /event/realtime HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: aws-appsync-event-ws, ${header}`,
  ];
  stream.write(`${lines.join('\r\n')}\r\n\r\n`, () => stream.destroy());
  await once(stream, 'close');
  await connect();
});
