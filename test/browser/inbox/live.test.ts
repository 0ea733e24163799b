import type { Page, WebSocketRoute } from 'playwright-core';
import { expect, it } from 'vitest';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { readInbox } from '../../../functions/domain/inbox/list-inbox.ts';
import { addNote } from '../../../functions/domain/inbox/notes.ts';
import { updateConversationAs } from '../../../functions/domain/inbox/work.ts';
import { listMembers } from '../../../functions/domain/members/members.ts';
import type { MemberCaller } from '../../../functions/model/members/member.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { countPending } from '../../support/browser/controls.ts';
import { inboxOn, inboxPath, makeInbox } from '../../support/browser/inbox.ts';
import { watchSockets } from '../../support/browser/live.ts';
import { holdClock, journeys, openPage } from '../../support/browser/open.ts';
import { joinAs, type SignedInPerson } from '../../support/browser/people.ts';

const minuteMs = 60_000;

/** Between a page and its socket. Time in the page passes only as the test lets it, so the keep-alives are the test's, too. */
const holdSocket = async (page: Page, pass: (message: string, send: (message: string) => void) => void) => {
  let socket: WebSocketRoute | undefined;
  let isListening = false;
  await page.routeWebSocket(/\/event\/realtime$/, (route) => {
    socket = route;
    route.connectToServer().onMessage((message) => {
      isListening ||= String(message).includes('subscribe_success');
      pass(String(message), (passed) => route.send(passed));
    });
  });
  return {
    isListening: () => isListening,
    keepAlive: () => socket?.send(JSON.stringify({ type: 'ka' })),
  };
};

journeys('a live inbox', () => {
  it('sends hardly more than a request a minute while nothing happens', async () => {
    const acme = await makeInbox();
    await acme.arrive('Ana Silva');
    const page = await openPage(acme.owner.storageState.cookies);
    const requests: string[] = [];
    const pending = countPending(page);
    page.on('request', (request) => {
      if (request.url().includes('/api/')) requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await holdClock(page);
    const { isListening, keepAlive } = await holdSocket(page, (message, send) => send(message));
    await page.goto(inboxPath(acme.id));
    await inboxOn(page, acme.id).open('Ana Silva');
    await expect.poll(isListening).toBe(true);
    const passMinutes = async (minutes: number): Promise<void> => {
      for (let step = 0; step < 6 * minutes; step++) {
        keepAlive();
        await page.clock.runFor(minuteMs / 6);
        await expect.poll(pending, { interval: 10 }).toBe(0);
      }
    };
    await passMinutes(2);
    requests.length = 0;
    await passMinutes(10);
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(Math.floor(70 / 6));
    expect(requests.length).toBeGreaterThanOrEqual(9);
  });

  it('shows the same to everybody after each change, whatever happens to hints on their way', async () => {
    const acme = await makeInbox();
    const people = ['Ana', 'Bo', 'Cy', 'Dee', 'Eve'];
    await acme.arrive(...people);
    const seed = Date.now() % 100_000;
    const random = makeRandom(seed);
    const agnes = await joinAs(acme.id, 'agent', 'Agnes Agent');
    const olivia = await openList(acme.id, acme.owner);
    const page = await openPage(agnes.storageState.cookies);
    await holdClock(page);
    const { isListening, keepAlive } = await holdSocket(page, (message, send) => {
      if (!message.includes('"data"')) return send(message);
      const fate = random(4);
      if (fate === 1) send(message);
      if (fate > 0) setTimeout(() => send(message), fate === 3 ? 200 : 0);
    });
    await page.goto(inboxPath(acme.id));
    await expect.poll(isListening).toBe(true);
    const caller = await callerOf(acme.id, acme.owner);
    for (let change = 0; change < 25; change++) {
      const ids = await listIds(caller);
      const id = ids[random(ids.length)] ?? '';
      await changes[random(changes.length)]?.({
        caller,
        id,
        write: () => acme.write(people[random(5)] ?? '', `Hi ${change}`),
      });
      const expected = () => listNames(caller);
      await expect
        .poll(async () => [await olivia.names(), await expected()], { message: `seed ${seed}, change ${change}` })
        .toSatisfy(areSame);
      keepAlive();
      await page.clock.runFor(minuteMs + 1_000);
      await expect
        .poll(async () => [await inboxOn(page, acme.id).names(), await expected()], {
          message: `hints lost, seed ${seed}, change ${change}`,
        })
        .toSatisfy(areSame);
    }
  });

  it('shows what a colleague did in a conversation that one left a moment ago', async () => {
    const acme = await makeInbox();
    await acme.arrive('Ana Silva', 'Bo');
    const olivia = await openList(acme.id, acme.owner);
    await olivia.open('Ana Silva');
    await olivia.log.getByText('I am Ana Silva').waitFor();
    await olivia.open('Bo');
    await olivia.log.getByText('I am Bo').waitFor();
    const agnes = await joinAs(acme.id, 'agent', 'Agnes Agent');
    const caller = await callerOf(acme.id, agnes);
    const { items } = await listConversations(acme.id, {}, { limit: 50, after: undefined });
    const { id = '' } = items.find(({ contact }) => contact.name === 'Ana Silva') ?? {};
    await updateConversationAs(caller, id, { assigned_agent_id: caller.userId });
    await olivia.row('Ana Silva').filter({ hasText: 'Agnes' }).waitFor();
    await olivia.open('Ana Silva');
    await olivia.log.getByText('Agnes Agent took this conversation').waitFor();
  });

  const openList = async (workspaceId: string, person: SignedInPerson) => {
    const page = await openPage(person.storageState.cookies);
    const sockets = watchSockets(page);
    await page.goto(inboxPath(workspaceId));
    await sockets.listens();
    return inboxOn(page, workspaceId);
  };
});

const callerOf = async (workspaceId: string, { name, email }: SignedInPerson): Promise<MemberCaller> => {
  const { user_id: userId = '' } = (await listMembers(workspaceId)).find((member) => member.email === email) ?? {};
  return { workspaceId, userId, name, email, role: 'owner', cursorSecret: '', sessionId: '' };
};

const listIds = async ({ workspaceId }: MemberCaller): Promise<string[]> =>
  (await listConversations(workspaceId, {}, { limit: 50, after: undefined })).items.map(({ id }) => id);

const listNames = async (caller: MemberCaller): Promise<(string | null)[]> => {
  const { data } = await (await readInbox(caller, { view: 'all' }, { limit: 50, after: undefined })).read();
  return [...data.waiting, ...data.answered].map(({ contact }) => contact.name);
};

/** A linear congruential generator, so a failure can be repeated with its seed. */
const makeRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
};

const areSame = ([shown, expected]: readonly unknown[]): boolean => JSON.stringify(shown) === JSON.stringify(expected);

interface Change {
  caller: MemberCaller;
  id: string;
  write: () => Promise<void>;
}

const changes: ((change: Change) => Promise<unknown>)[] = [
  ({ write }) => write(),
  ({ caller, id }) => updateConversationAs(caller, id, { status: 'closed' }),
  ({ caller, id }) => updateConversationAs(caller, id, { status: 'open', waiting: true }),
  ({ caller, id }) => updateConversationAs(caller, id, { status: 'pending' }),
  ({ caller, id }) => updateConversationAs(caller, id, { assigned_agent_id: caller.userId }),
  ({ caller, id }) => addNote(caller, id, newId(), { text: 'Call her', mentions: [] }),
];
