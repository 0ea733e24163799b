import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { dispatchEffects, toEffects } from '../../../functions/domain/changes.ts';
import { authorizeSocket } from '../../../functions/domain/hints/authorize.ts';
import { publishHints } from '../../../functions/domain/hints/publish.ts';
import { issueTicket } from '../../../functions/domain/hints/tickets.ts';
import { changeEpochs, openSocket, type Socket } from '../../../functions/domain/hints/watches.ts';
import { countInbox } from '../../../functions/domain/inbox/count-inbox.ts';
import { readInbox } from '../../../functions/domain/inbox/list-inbox.ts';
import { updateConversationAs } from '../../../functions/domain/inbox/work.ts';
import { removeMember } from '../../../functions/domain/members/members.ts';
import { endSessionOf } from '../../../functions/domain/members/sessions.ts';
import type { Hint } from '../../../functions/model/hints/hint.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { callDashboard, makeSignedInMember, type Person } from '../../support/dashboard/dashboard.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { hang, respondWith, startReceiver } from '../../support/network/receiver.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';

type Shop = Awaited<ReturnType<typeof makeShop>>;

let shop: Shop;
let ana: Person;

beforeAll(async () => {
  shop = await makeShop();
  ana = await makeSignedInMember(shop.id, 'admin', 'Ana');
});

const askForSocket = async (person: Person, workspaceId = shop.id): Promise<Socket> => {
  const { json } = await callDashboard<{ data: Socket }>('POST', `/api/w/${workspaceId}/socket`, {
    session: person.session,
    body: {},
  });
  return json.data;
};

interface Listener {
  /** Resolves with the first hint that fits, which may have come already. */
  hear: (isWanted: (hint: Hint) => boolean) => Promise<Hint>;
  heard: Hint[];
}

/** Opens a socket as a page does. Rejects with the type of the message that refuses it. */
const listen = async ({ url, host, channel, ticket }: Socket): Promise<Listener> => {
  const authorization = { host, Authorization: ticket };
  const header = Buffer.from(JSON.stringify(authorization)).toString('base64url');
  const socket = new WebSocket(url, ['aws-appsync-event-ws', `header-${header}`]);
  const heard: Hint[] = [];
  const waiting = new Set<() => void>();
  const { promise: subscribed, resolve, reject } = Promise.withResolvers<void>();
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
  socket.on('message', (data) => {
    const { type, event } = JSON.parse(String(data));
    if (type === 'connection_ack')
      socket.send(JSON.stringify({ type: 'subscribe', id: newId(), channel, authorization }));
    if (type === 'subscribe_success') resolve();
    if (type.endsWith('error')) reject(new Error(type));
    if (type === 'data') heard.push(...JSON.parse(event));
    for (const look of waiting) look();
  });
  sockets.push(socket);
  await subscribed;
  const hear = (isWanted: (hint: Hint) => boolean): Promise<Hint> => {
    const { promise, resolve: found } = Promise.withResolvers<Hint>();
    const look = () => {
      const hint = heard.find(isWanted);
      if (hint) found(hint);
    };
    waiting.add(look);
    look();
    return promise;
  };
  return { hear, heard };
};

const sockets: WebSocket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.terminate();
});

const isOf = (kind: Hint['kind'], id?: string) => (hint: Hint) =>
  hint.kind === kind && (id === undefined || ('id' in hint && hint.id === id));

/** The service may think for a few seconds that nobody watches, as it was before. */
const hearOfMessage = async ({ hear }: Listener, name = 'Zoe Quill'): Promise<Hint> => {
  const from = newPhone();
  for (;;) {
    const { conversation_id } = await simulateInboundAndWait(shop, { from, name, text: 'Where is my order?' });
    const hint = await Promise.race([hear(isOf('conversation', conversation_id)), setTimeout(1_000)]);
    if (hint) return hint;
  }
};

describe('an open page', () => {
  it('hears at once which conversation changed, but not what was said', async () => {
    const page = await listen(await askForSocket(ana));
    const hint = await hearOfMessage(page);
    const id = 'id' in hint ? hint.id : '';
    const { version } = await readOne(id);
    const last = page.heard.findLast(isOf('conversation', id));
    expect(last).toEqual({ kind: 'conversation', id, version });
    expect(JSON.stringify(page.heard)).not.toMatch(/Zoe|order|\+\d/);
  });

  it('knows at any time who has a page open', async () => {
    const { id } = await makeShop();
    const [zoe, yan] = [await makeSignedInMember(id, 'agent', 'Zoe'), await makeSignedInMember(id, 'agent', 'Yan')];
    const socket = await askForSocket(zoe, id);
    const { hear } = await listen(socket);
    expect([socket.is_alone, (await askForSocket(zoe, id)).is_alone]).toEqual([true, true]);
    expect((await askForSocket(yan, id)).is_alone).toBe(false);
    expect(await hear(isOf('arrival'))).toEqual({ kind: 'arrival', user_id: yan.user.id });
    const time = startTestClock();
    time.advanceTo(Date.now() + 31 * 60_000);
    expect(await openSocket(toCaller(id, zoe))).toMatchObject({ is_alone: true });
  });

  it('hears where colleagues are', async () => {
    const { hear } = await listen(await askForSocket(ana));
    const ben = await makeSignedInMember(shop.id, 'agent', 'Ben');
    const id = await makeConversation(shop.id);
    const path = `/api/w/${shop.id}/conversations/${id}/presence`;
    await callDashboard('POST', path, { session: ben.session, body: { state: 'writing' } });
    expect(await hear(isOf('presence', id))).toEqual({ kind: 'presence', id, user_id: ben.user.id, state: 'writing' });
  });

  const readOne = async (id: string) => {
    const { read } = await readInbox(
      toCaller(shop.id, ana),
      { view: 'all', changed: [id] },
      { limit: 50, after: undefined },
    );
    const { waiting, answered } = (await read()).data;
    const [conversation] = [...waiting, ...answered];
    if (!conversation) throw new Error('The list does not have the conversation.');
    return conversation;
  };
});

describe('a ticket', () => {
  const refused = async (socket: Promise<Socket> | Socket) => listen(await socket).then(() => 'accepted', String);

  it.each([
    ['is forged', async (socket: Socket) => ({ ...socket, ticket: `${socket.ticket.slice(0, -4)}AAAA` })],
    ['is none', async (socket: Socket) => ({ ...socket, ticket: 'open sesame' })],
    ['has expired', async (socket: Socket) => ({ ...socket, ticket: await issueExpired(socket) })],
  ])('that %s opens no socket', async (_, spoil) => {
    expect(await refused(spoil(await askForSocket(ana)))).toContain('connection_error');
  });

  const issueExpired = async ({ channel }: Socket): Promise<string> => {
    const past = vi.spyOn(clock, 'now').mockReturnValue(Date.now() - 61_000);
    const { userId, sessionId } = toCaller(shop.id, ana);
    const ticket = await issueTicket({
      workspaceId: shop.id,
      userId,
      sessionId,
      epoch: channel.split('/').at(-1) ?? '',
    });
    past.mockRestore();
    return ticket;
  };

  it('opens the channel of its workspace alone', async () => {
    const other = await makeShop();
    const olga = await makeSignedInMember(other.id, 'owner', 'Olga');
    const { channel } = await askForSocket(olga, other.id);
    expect(await refused({ ...(await askForSocket(ana)), channel })).toContain('subscribe_error');
    const own = (await askForSocket(ana)).channel;
    expect(await refused({ ...(await askForSocket(ana)), channel: `${own.slice(0, -1)}x` })).toContain(
      'subscribe_error',
    );
  });

  it.each([
    ['who left', async ({ user }: Person) => removeMember(toCaller(shop.id, ana, 'admin'), user.id)],
    ['who signed out', async ({ session }: Person) => endSessionOf(session)],
  ])('of a member %s opens no socket, although it has not expired', async (_, leave) => {
    const carl = await makeSignedInMember(shop.id, 'agent', 'Carl');
    const socket = await askForSocket(carl);
    await leave(carl);
    expect(await refused(socket)).toContain('connection_error');
  });

  it('publishes nothing', async () => {
    const { ticket } = await askForSocket(ana);
    const asked = (operation: string) => authorizeSocket({ authorizationToken: ticket, requestContext: { operation } });
    expect(await asked('EVENT_CONNECT')).toEqual({ isAuthorized: true, ttlOverride: 0 });
    expect(await asked('EVENT_PUBLISH')).toEqual({ isAuthorized: false, ttlOverride: 0 });
    expect(await authorizeSocket(undefined)).toEqual({ isAuthorized: false, ttlOverride: 0 });
  });
});

describe('somebody who loses access', () => {
  it.each([
    ['is removed', async ({ user }: Person) => removeMember(toCaller(shop.id, ana, 'admin'), user.id)],
    ['signs out', async ({ session }: Person) => endSessionOf(session)],
  ])('and %s hears nothing more on an open socket, and the others are told to open another one', async (_, leave) => {
    const dan = await makeSignedInMember(shop.id, 'agent', 'Dan');
    const [former, before] = [await listen(await askForSocket(dan)), await listen(await askForSocket(ana))];
    await leave(dan);
    await before.hear(isOf('renew'));
    const after = await listen(await askForSocket(ana));
    await hearOfMessage(after);
    expect(former.heard.filter(({ kind }) => kind !== 'renew' && kind !== 'members')).toEqual([]);
  });

  it('is found out by a process that still knows the earlier channel, within half a minute', async () => {
    const time = startTestClock();
    const { received, url } = await startReceiver(respondWith(200));
    vi.stubEnv('AWS_ENDPOINT_URL_APPSYNC', new URL(url).origin);
    const { channel } = await askForSocket(ana);
    const hint = { workspaceId: shop.id, hint: { kind: 'request' } } as const;
    await publishHints([hint]);
    const session = { ...keys.session(ana.user.id, 'gone'), user_id: ana.user.id };
    await changeEpochs([{ before: session, after: undefined }]);
    time.advanceTo(Date.now() + 31_000);
    await publishHints([hint]);
    const channels = received.map(({ body }) => JSON.parse(body).channel);
    expect(channels[0]).toBe(channel);
    expect(channels.at(-1)).not.toBe(channels.at(-2));
  });
});

describe('publishing', () => {
  const change = (workspaceId: string) => {
    const id = newId();
    return {
      before: undefined,
      after: {
        ...keys.contact(workspaceId, id),
        entity: 'contact',
        id,
        phone: null,
        name: null,
        social_username: null,
        channels: [],
        created_at: new Date().toISOString(),
      },
    };
  };

  const watched = async (respond: Parameters<typeof startReceiver>[0]) => {
    const { received, url } = await startReceiver(respond);
    vi.stubEnv('AWS_ENDPOINT_URL_APPSYNC', new URL(url).origin);
    const own = await makeShop();
    const olga = await makeSignedInMember(own.id, 'owner', 'Olga');
    return { received, own, olga };
  };

  it('costs nothing but a look for a workspace that nobody watches', async () => {
    const { received, own } = await watched(respondWith(200));
    const hints = [{ workspaceId: own.id, hint: { kind: 'request' } }] as const;
    const first = await measureCost(() => publishHints(hints));
    const second = await measureCost(() => publishHints(hints));
    expect([first, second]).toMatchObject([
      { round_trips: 1, write_units: 0 },
      { round_trips: 0, write_units: 0 },
    ]);
    expect(received).toEqual([]);
  });

  it('sends the hints of a batch as one event per workspace, each once', async () => {
    const { received, own, olga } = await watched(respondWith(200));
    await askForSocket(olga, own.id);
    const changes = [change(own.id), change(own.id)];
    await dispatchEffects([...changes, ...changes].map(toEffects));
    const events = received.map(({ body }) => JSON.parse(body).events.map(JSON.parse));
    expect(events).toEqual([[changes.map(({ after }) => ({ kind: 'contact', id: after.id }))]]);
  });

  it.each([
    ['refuses', respondWith(500), 0],
    ['hangs', hang, 120_000],
  ])('goes on without an event API that %s, which it asks again a minute later', async (_, respond, laterMs) => {
    const { received, own, olga } = await watched((response, count, request) =>
      (count === 1 ? respondWith(200) : respond)(response, count, request),
    );
    await askForSocket(olga, own.id);
    const time = startTestClock();
    time.advanceTo(Date.now() + laterMs);
    for (let batch = 0; batch < 6; batch++) await dispatchEffects([toEffects(change(own.id))]);
    expect(received).toHaveLength(1 + 3);
    time.advanceTo(clock.now() + 60_001);
    await dispatchEffects([toEffects(change(own.id))]);
    expect(received).toHaveLength(1 + 3 + 1);
  });
});

describe('a read of what changed', () => {
  const page = { limit: 50, after: undefined };

  it('has the conversation, the ids of all and the counts, although the index lags behind', async () => {
    const own = await makeShop();
    const olga = await makeSignedInMember(own.id, 'owner', 'Olga');
    const caller = toCaller(own.id, olga);
    const [first, second] = await Promise.all(
      [1, 2].map(() => simulateInboundAndWait(own, { from: newPhone(), text: 'Hi' })),
    );
    if (!first || !second) throw new Error('No messages.');
    const [id, other] = [first.conversation_id, second.conversation_id];
    const { staleReads } = await lagBehind(keys.conversation(own.id, id), { indexes: true });
    await updateConversationAs(caller, id, { status: 'closed' });
    const read = async (changed?: string[]) =>
      (await (await readInbox(caller, { view: 'all', changed }, page)).read()).data;
    expect([...(await read()).waiting].map((row) => row.id)).toContain(id);
    expect(staleReads()).toBeGreaterThan(0);
    const { waiting, ids, counts } = await read([id]);
    expect({ waiting, ids }).toEqual({ waiting: [], ids: { waiting: [other], answered: [] } });
    expect(counts).toMatchObject({ all: 1, unassigned: 1 });
    expect((await countInbox(caller)).all).toBe(2);
  });

  it('reads one conversation, however many are listed', async () => {
    const own = await makeShop();
    const caller = toCaller(own.id, await makeSignedInMember(own.id, 'owner', 'Olga'));
    const ids = await Promise.all(
      Array.from({ length: 20 }, () =>
        makeConversation(own.id, { fields: { waiting_since: new Date().toISOString() } }),
      ),
    );
    const cost = async (changed: string[] | undefined) =>
      (await measureCost(async () => (await readInbox(caller, { view: 'all', changed }, page)).read()))['read_units'] ??
      0;
    expect(await cost(ids.slice(0, 1))).toBeLessThan(await cost(undefined));
  });
});
