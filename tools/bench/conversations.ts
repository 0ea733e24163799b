import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { BenchService } from './service.ts';
import { percentile } from './statistics.ts';

export interface ConversationFindings {
  conversations: number;
  seconds: number;
  sent: number;
  received: number;
  /** Sent or received, but not in the conversation at the end. */
  missing: number;
  duplicated: number;
  undelivered: number;
  sendP50Ms: number;
  sendP99Ms: number;
}

interface BenchConversation {
  phone: string;
  client: Client;
  messageIds: string[];
  tookMs: number[];
}

/** All conversations send and receive in parallel; then every message must be found once. */
export const measureConversations = async (
  service: BenchService,
  conversations: number,
  seconds: number,
): Promise<ConversationFindings> => {
  const { phoneNumberId, openClient } = await service.makeWorkspace();
  const benchConversations = Array.from(
    { length: conversations },
    (_, n): BenchConversation => ({
      phone: `+4915113${String(100_000 + n)}`,
      client: openClient(),
      messageIds: [],
      tookMs: [],
    }),
  );
  // Creates keys and connections one by one, and warms up the service.
  for (const { client } of benchConversations) await client.call('GET', '/me');
  const deadlineMs = Date.now() + seconds * 1_000;
  const rounds = await Promise.all(
    benchConversations.map((conversation) =>
      exchangeMessages(conversation, service.simulatorUrl, phoneNumberId, deadlineMs),
    ),
  );
  const checks = await Promise.all(benchConversations.map((conversation) => waitForMessages(conversation)));
  for (const { client } of benchConversations) client.close();
  const tookMs = benchConversations.flatMap((conversation) => conversation.tookMs);
  const total = rounds.reduce((sum, count) => sum + count, 0);
  return {
    conversations,
    seconds,
    sent: total,
    received: total,
    missing: sumField(checks, 'missing'),
    duplicated: sumField(checks, 'duplicated'),
    undelivered: sumField(checks, 'undelivered'),
    sendP50Ms: percentile(tookMs, 0.5),
    sendP99Ms: percentile(tookMs, 0.99),
  };
};

const exchangeMessages = async (
  conversation: BenchConversation,
  simulatorUrl: string,
  phoneNumberId: string,
  deadlineMs: number,
): Promise<number> => {
  let rounds = 0;
  for (; Date.now() < deadlineMs; rounds += 1) {
    const { status, json, tookMs } = await conversation.client.call('POST', '/messages', {
      to: conversation.phone,
      text: `${rounds}`,
    });
    if (status !== 201) throw new Error(`POST /messages returned ${JSON.stringify(json)}.`);
    conversation.messageIds.push((json as { data: { msgapp_message_id: string } }).data.msgapp_message_id);
    conversation.tookMs.push(tookMs);
    conversation.messageIds.push(await sendReply(conversation.phone, simulatorUrl, phoneNumberId));
  }
  return rounds;
};

const sendReply = async (phone: string, simulatorUrl: string, phoneNumberId: string): Promise<string> => {
  const body = { channel: 'msgapp', from: phone, text: 'Thanks', account_id: phoneNumberId };
  const response = await fetch(`${simulatorUrl}/inbound`, { method: 'POST', body: JSON.stringify(body) });
  return ((await response.json()) as { message_id: string }).message_id;
};

interface MessageCheck {
  missing: number;
  duplicated: number;
  undelivered: number;
}

const timeoutMs = 120_000;

const waitForMessages = async ({ phone, client, messageIds }: BenchConversation): Promise<MessageCheck> => {
  for (const deadlineMs = Date.now() + timeoutMs; ; await wait(1_000)) {
    const messages = await listMessages(client, phone);
    const ids = messages.map(({ msgapp_message_id }) => msgapp_message_id);
    const check = {
      missing: messageIds.filter((id) => !ids.includes(id)).length,
      duplicated: ids.length - new Set(ids).size,
      undelivered: messages.filter(({ status }) => status !== 'delivered').length,
    };
    if ((check.missing === 0 && check.undelivered === 0) || Date.now() > deadlineMs) return check;
  }
};

interface ListedRow {
  id: string;
  msgapp_message_id: string;
  status: string;
}

const listMessages = async (client: Client, phone: string): Promise<ListedRow[]> => {
  const contacts = await listAll(client, `/contacts?phone=${encodeURIComponent(phone)}`);
  const conversations = await listAll(client, `/conversations?contact_id=${contacts[0]?.id}`);
  return listAll(client, `/conversations/${conversations[0]?.id}/messages?limit=100`);
};

const listAll = async (client: Client, path: string): Promise<ListedRow[]> => {
  const rows: ListedRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const separator = path.includes('?') ? '&' : '?';
    const { json } = await client.call('GET', `${path}${separator}cursor=${cursor}`);
    const page = json as { data: ListedRow[]; meta: { next_cursor: string | null } };
    rows.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return rows;
};

const sumField = (checks: MessageCheck[], name: keyof MessageCheck): number =>
  checks.reduce((sum, check) => sum + check[name], 0);
