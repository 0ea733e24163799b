import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Hint } from '../../../functions/model/hints/hint.ts';
import { localParts } from '../../../lib/app.ts';
import { buildChat } from '../../../lib/chat/build.ts';
import { hostChat } from '../../local/npm-start/chat.ts';
import { hostDashboard } from '../../local/npm-start/dashboard.ts';
import { formatFields } from '../../terminal/layout.ts';
import { type BenchService, logProgress, startService, withService, withTempDir } from '../service.ts';
import { median, percentile } from '../statistics.ts';
import { type AnswerFindings, measureAnswers } from './answers.ts';

const workspaceCount = 20;
const membersPerWorkspace = 10;
/** Messages a second: an ordinary load, and more than two cores can store and read. */
const loads = [5, 50];
const seconds = 20;

/** Members who have their inbox open, while messages are stored in all workspaces. */
export interface LiveFindings {
  sockets: number;
  loads: LoadFindings[];
  /** What was published for a workspace that nobody watched. */
  publishedUnwatched: number;
  /** A visitor of the web chat who waits for answers. */
  webChat: AnswerFindings | undefined;
}

interface LoadFindings {
  messagesPerSecond: number;
  messages: number;
  /** From the end of the write until the hint arrived. */
  hintMsMedian: number;
  hintMsP99: number;
  /** Until a page had read what changed. */
  readMsMedian: number;
  readMsP99: number;
  /** Changes of which a socket heard nothing. */
  missed: number;
}

export const formatLive = ({ sockets, loads: findings, publishedUnwatched, webChat }: LiveFindings): string =>
  [{ sockets, publishedUnwatched }, ...findings, ...(webChat ? [webChat] : [])]
    .map((part) => formatFields(part))
    .join('\n\n');

export const runLive = (): Promise<LiveFindings> =>
  withTempDir((tempDir) => withService(() => startLiveService(tempDir), measureLive));

interface LiveService extends BenchService {
  dashboardUrl: string;
}

const startLiveService = async (assemblyDir: string): Promise<LiveService> => {
  const dashboard = hostDashboard({ port: 0, issuerPort: 0, people: [], simulatorUrl: '' });
  const service = await startService(assemblyDir, {
    parts: localParts,
    distribution: dashboard.distribution,
    chat: hostChat({ port: 0, buildFiles: buildChat }),
  });
  for (const name of ['chatVisitor', 'chatSite', 'dashboardFunction', 'dashboardInbox', 'dashboardSends'])
    Object.assign(process.env, service.local.readEnvironment(name));
  return {
    ...service,
    dashboardUrl: service.local.distributionUrl ?? '',
    close: async () => {
      await service.close();
      await dashboard.stop();
    },
  };
};

interface Room {
  workspaceId: string;
  conversationIds: string[];
  members: { userId: string; cookie: string; sessionId: string }[];
}

const measureLive = async ({ dashboardUrl, local }: LiveService): Promise<LiveFindings> => {
  const webChat = await measureAnswers(local);
  logProgress(`${workspaceCount} workspaces with ${membersPerWorkspace} members each…`);
  const rooms: Room[] = [];
  for (let n = 0; n <= workspaceCount; n += 1) rooms.push(await makeRoom());
  const [unwatched, ...watched] = rooms;
  const measured = { hints: [] as number[], reads: [] as number[] };
  const storedAtMs = new Map<string, number>();
  const heard = new Map<string, number>();
  const sockets = await Promise.all(
    watched.flatMap((room) =>
      room.members.map(async (member, index) => {
        const onRead = (ms: number) => void measured.reads.push(ms);
        const read = index === 0 ? makeReader(dashboardUrl, room, member.cookie, storedAtMs, onRead) : undefined;
        return listen(room, member, (found) => {
          const nowMs = performance.now();
          for (const { id } of found) {
            heard.set(id, (heard.get(id) ?? 0) + 1);
            measured.hints.push(Math.max(0, nowMs - (storedAtMs.get(id) ?? nowMs)));
          }
          read?.(found.map(({ id }) => id));
        });
      }),
    ),
  );
  // Publishers forget within five seconds that nobody watched.
  await wait(6_000);
  const findings: LoadFindings[] = [];
  for (const messagesPerSecond of loads) {
    logProgress(`${sockets.length} sockets, ${messagesPerSecond} messages a second for ${seconds} seconds…`);
    Object.assign(measured, { hints: [], reads: [] });
    storedAtMs.clear();
    await writeNotes([...watched, ...(unwatched ? [unwatched] : [])], messagesPerSecond, (room, id) => {
      if (room !== unwatched) storedAtMs.set(id, performance.now());
    });
    await wait(3_000);
    const { hints, reads } = measured;
    findings.push({
      messagesPerSecond,
      messages: messagesPerSecond * seconds,
      hintMsMedian: Math.round(median(hints)),
      hintMsP99: Math.round(percentile(hints, 0.99)),
      readMsMedian: Math.round(median(reads)),
      readMsP99: Math.round(percentile(reads, 0.99)),
      missed: [...storedAtMs.keys()].filter((id) => heard.get(id) !== membersPerWorkspace).length,
    });
  }
  for (const socket of sockets) socket.terminate();
  const published = local.eventApi
    ?.published()
    .filter(({ channel }) => channel.includes(unwatched?.workspaceId ?? '-'));
  return { sockets: sockets.length, loads: findings, publishedUnwatched: published?.length ?? 0, webChat };
};

/** The workspaces take turns. */
const writeNotes = async (
  rooms: readonly Room[],
  messagesPerSecond: number,
  onStored: (room: Room, conversationId: string) => void,
): Promise<void> => {
  const { addNote } = await import('../../../functions/domain/inbox/notes.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const writes: Promise<unknown>[] = [];
  const startedMs = performance.now();
  for (let n = 0; n < messagesPerSecond * seconds; n += 1) {
    const room = rooms[n % rooms.length];
    const [conversationId, member] = [room?.conversationIds.pop() ?? '', room?.members[n % membersPerWorkspace]];
    if (!room || !member) continue;
    const { workspaceId } = room;
    const person = { role: 'agent', name: 'Ana', email: '', sessionId: '', cursorSecret: '' } as const;
    const caller = { ...person, workspaceId, userId: member.userId };
    const write = addNote(caller, conversationId, newId(), { text: `Note ${n}`, mentions: [] });
    writes.push(write.then(() => onStored(room, conversationId)));
    await wait(Math.max(0, startedMs + ((n + 1) * 1_000) / messagesPerSecond - performance.now()));
  }
  await Promise.all(writes);
};

/** Each conversation changes once, so a hint tells which change it is about. */
const makeRoom = async (): Promise<Room> => {
  const { createWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { createSession } = await import('../../../functions/domain/members/sessions.ts');
  const { newContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newConversation } = await import('../../../functions/domain/conversations/new-conversation.ts');
  const { withConversation } = await import('../../../functions/model/contacts/stored-contact.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { newContactParts } = await import('../../../functions/table/contacts/contact-writes.ts');
  const { newConversationPart } = await import('../../../functions/table/conversations/new-conversation.ts');
  const { transact } = await import('../../../functions/table/dynamodb/write.ts');
  const { keys } = await import('../../../functions/table/keys.ts');
  const { id: workspaceId } = await createWorkspace('Bench', 'DE');
  const members = [];
  for (let n = 0; n < membersPerWorkspace; n += 1) {
    const userId = newId();
    const member = {
      user_id: userId,
      role: 'agent',
      name: `Agent ${n}`,
      email: `agent${n}@example.com`,
      last_seen_at: new Date().toISOString(),
      cursor_secret: newId(),
    };
    await transact([{ Put: { Item: { ...keys.member(workspaceId, userId), entity: 'member', ...member } } }]);
    const { cookie, sessionId } = await createSession(userId, { browser: 'Bench', address: '127.0.0.1' });
    members.push({ userId, cookie, sessionId });
  }
  const conversationIds: string[] = [];
  const count = Math.ceil((loads.reduce((sum, load) => sum + load, 0) * seconds) / workspaceCount) + 2;
  for (let n = 0; n < count; n += 1) {
    const contact = { ...newContact(newId(), { name: `Person ${n}` }), channels: ['web' as const] };
    const begun = newConversation(contact, 'web');
    const conversation = { ...begun, waiting_since: begun.created_at, last_inbound_at: begun.created_at };
    await transact([
      ...newContactParts(workspaceId, withConversation(contact, conversation)),
      newConversationPart(workspaceId, conversation),
    ]);
    conversationIds.push(conversation.id);
  }
  return { workspaceId, conversationIds, members };
};

type Changed = Extract<Hint, { kind: 'conversation' }>;

const listen = async (
  { workspaceId }: Room,
  { userId, sessionId }: Room['members'][number],
  onChanged: (changed: Changed[]) => void,
): Promise<WebSocket> => {
  const { openSocket } = await import('../../../functions/domain/hints/watches.ts');
  const opened = await openSocket({
    workspaceId,
    userId,
    sessionId,
    cursorSecret: '',
    role: 'agent',
    name: '',
    email: '',
  });
  if (!opened) throw new Error('The assembly has no event API.');
  const authorization = { host: opened.host, Authorization: opened.ticket };
  const header = Buffer.from(JSON.stringify(authorization)).toString('base64url');
  const socket = new WebSocket(opened.url, ['aws-appsync-event-ws', `header-${header}`]);
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
  socket.on('message', (data) => {
    const { type, event } = JSON.parse(String(data));
    if (type === 'connection_ack')
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', channel: opened.channel, authorization }));
    if (type === 'subscribe_success') resolve(socket);
    if (String(type).endsWith('error')) reject(new Error(`The socket was refused: ${type}`));
    if (type === 'data') onChanged((JSON.parse(event) as Hint[]).filter((hint) => hint.kind === 'conversation'));
  });
  return promise;
};

/** A page that hears of changes all the time reads no more often. */
const spacingMs = 600;

/** Reads as a page does: one read at a time, for whatever changed meanwhile. */
const makeReader = (
  dashboardUrl: string,
  { workspaceId }: Room,
  cookie: string,
  storedAtMs: ReadonlyMap<string, number>,
  onRead: (ms: number) => void,
) => {
  const changed = new Set<string>();
  let isReading = false;
  const read = async (): Promise<void> => {
    const startedMs = performance.now();
    const ids = [...changed].slice(0, 20);
    const query = new URLSearchParams({ view: 'all', changed: ids.join() });
    const headers = { cookie: `switchboard=${cookie}` };
    const response = await fetch(`${dashboardUrl}/api/w/${workspaceId}/inbox?${query}`, { headers });
    await response.text();
    if (response.ok)
      for (const id of ids) {
        changed.delete(id);
        onRead(Math.max(0, performance.now() - (storedAtMs.get(id) ?? performance.now())));
      }
    await wait(Math.max(0, startedMs + spacingMs - performance.now()));
  };
  const readAll = async (): Promise<void> => {
    isReading = true;
    while (changed.size > 0) await read();
    isReading = false;
  };
  return (ids: readonly string[]): void => {
    for (const id of ids) changed.add(id);
    if (!isReading && changed.size > 0) void readAll();
  };
};
