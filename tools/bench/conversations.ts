import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Stage } from './service.ts';
import { percentile } from './statistics.ts';

/** What a minute of talk came to. Everything that was said must be found again. */
export interface TalkFindings {
  conversations: number;
  seconds: number;
  sent: number;
  received: number;
  /** Said by one side and not found at the end. */
  missing: number;
  /** Found at the end more than once. */
  doubled: number;
  /** Sent, and still without the receipt that it was delivered. */
  undelivered: number;
  sendP50Ms: number;
  sendP99Ms: number;
}

interface Talk {
  phone: string;
  client: Client;
  /** The channel's ids of all that was said, from both sides. */
  said: string[];
  tookMs: number[];
}

/** Each conversation sends and gets an answer, again and again, all of them at once; then everything is counted. */
export const measureTalk = async (stage: Stage, conversations: number, seconds: number): Promise<TalkFindings> => {
  const { numberId, openClient } = await stage.makeWorkspace();
  const talks = Array.from(
    { length: conversations },
    (_, n): Talk => ({
      phone: `+4915113${String(100_000 + n)}`,
      client: openClient(),
      said: [],
      tookMs: [],
    }),
  );
  // Each gets its key and connection in its turn, and the service gets warm.
  for (const { client } of talks) await client.call('GET', '/me');
  const endsMs = Date.now() + seconds * 1_000;
  const rounds = await Promise.all(talks.map((talk) => goOn(talk, stage.simulatorUrl, numberId, endsMs)));
  const found = await Promise.all(talks.map((talk) => settle(talk)));
  for (const { client } of talks) client.close();
  const tookMs = talks.flatMap((talk) => talk.tookMs);
  const total = rounds.reduce((sum, count) => sum + count, 0);
  return {
    conversations,
    seconds,
    sent: total,
    received: total,
    missing: sumOf(found, 'missing'),
    doubled: sumOf(found, 'doubled'),
    undelivered: sumOf(found, 'undelivered'),
    sendP50Ms: percentile(tookMs, 0.5),
    sendP99Ms: percentile(tookMs, 0.99),
  };
};

const goOn = async (talk: Talk, simulatorUrl: string, numberId: string, endsMs: number): Promise<number> => {
  let rounds = 0;
  for (; Date.now() < endsMs; rounds += 1) {
    const { status, json, tookMs } = await talk.client.call('POST', '/messages', { to: talk.phone, text: `${rounds}` });
    if (status !== 201) throw new Error(`A send answered ${JSON.stringify(json)}.`);
    talk.said.push((json as { data: { msgapp_message_id: string } }).data.msgapp_message_id);
    talk.tookMs.push(tookMs);
    talk.said.push(await answerFrom(talk.phone, simulatorUrl, numberId));
  }
  return rounds;
};

const answerFrom = async (phone: string, simulatorUrl: string, numberId: string): Promise<string> => {
  const body = { channel: 'msgapp', from: phone, text: 'And back', account_id: numberId };
  const response = await fetch(`${simulatorUrl}/inbound`, { method: 'POST', body: JSON.stringify(body) });
  return ((await response.json()) as { message_id: string }).message_id;
};

interface Settled {
  missing: number;
  doubled: number;
  undelivered: number;
}

const settleMsMax = 120_000;

/** Reads the conversation until all is there, or for two minutes. */
const settle = async ({ phone, client, said }: Talk): Promise<Settled> => {
  for (const endsMs = Date.now() + settleMsMax; ; await wait(1_000)) {
    const messages = await messagesOf(client, phone);
    const ids = messages.map(({ msgapp_message_id }) => msgapp_message_id);
    const settled = {
      missing: said.filter((id) => !ids.includes(id)).length,
      doubled: ids.length - new Set(ids).size,
      undelivered: messages.filter(({ status }) => status !== 'delivered').length,
    };
    if ((settled.missing === 0 && settled.undelivered === 0) || Date.now() > endsMs) return settled;
  }
};

interface Row {
  id: string;
  msgapp_message_id: string;
  status: string;
}

const messagesOf = async (client: Client, phone: string): Promise<Row[]> => {
  const contacts = await listOf(client, `/contacts?phone=${encodeURIComponent(phone)}`);
  const conversations = await listOf(client, `/conversations?contact_id=${contacts[0]?.id}`);
  return listOf(client, `/conversations/${conversations[0]?.id}/messages?limit=100`);
};

/** A list to its end. */
const listOf = async (client: Client, path: string): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const separator = path.includes('?') ? '&' : '?';
    const { json } = await client.call('GET', `${path}${separator}cursor=${cursor}`);
    const page = json as { data: Row[]; meta: { next_cursor: string | null } };
    rows.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return rows;
};

const sumOf = (found: Settled[], name: keyof Settled): number => found.reduce((sum, each) => sum + each[name], 0);
