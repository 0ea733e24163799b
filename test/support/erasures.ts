import { randomInt } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { removeErased } from '../../functions/domain/erasures/remove-erased.ts';
import { type ErasedContact, noCounts } from '../../functions/model/erasures/erasure.ts';
import { isoTime } from '../../functions/platform/clock.ts';
import { env } from '../../functions/platform/env.ts';
import { table } from '../../functions/table/dynamodb/client.ts';
import { assign } from '../../functions/table/dynamodb/expressions.ts';
import type { Item } from '../../functions/table/dynamodb/item.ts';
import { updateIf } from '../../functions/table/dynamodb/write.ts';
import { findErasure, type RunningErasure, type StoredErasure } from '../../functions/table/erasures/erasures.ts';
import { keys } from '../../functions/table/keys.ts';
import { type ApiResponse, call } from './client.ts';
import type { TestClock } from './messages/held-messages.ts';

/** Unlike `newPhone`, a number that no other test file uses: these tests search the whole table for it. */
export const newOwnPhone = (): string => `+49160${randomInt(10_000_000, 100_000_000)}`;

export const deleteContact = (
  key: string,
  id: string,
): Promise<ApiResponse<{ data: ErasedContact; error?: { code: string; message: string } }>> =>
  call('DELETE', `/contacts/${id}`, { key });

const getErasure = async (workspaceId: string, contactId: string): Promise<StoredErasure> => {
  const erasure = await findErasure(workspaceId, contactId);
  if (!erasure) throw new Error('The erasure is not stored.');
  return erasure;
};

/** An erasure in its last pass, which the service does not see. */
export const storeLastPass = async (
  workspaceId: string,
  id: string,
  requested_at: string,
  traces: Partial<RunningErasure['traces']> & { contact_created_at: string },
): Promise<RunningErasure> => {
  const fields: RunningErasure = {
    ...{ id, status: 'running', requested_at, completed_at: null, audit_entry_id: null, version: 1 },
    traces: { phones: [], former_phones: [], aliases: [], conversations: [], ...traces },
    progress: { pass: 2, step: 'pointers', cursor: null, is_waiting: false, running_broadcasts: [], counts: noCounts },
    resume_at: isoTime(0),
  };
  await updateIf({ Key: keys.erasure(workspaceId, id), ...assign({ ...fields }) });
  return fields;
};

/** The service makes the first pass at once. */
export const waitForFirstPass = async (workspaceId: string, contactId: string): Promise<StoredErasure> => {
  const readPass = async (): Promise<number> => (await getErasure(workspaceId, contactId)).progress.pass;
  await expect.poll(readPass, { interval: 100 }).toBeGreaterThan(1);
  return getErasure(workspaceId, contactId);
};

/** Makes the next pass when it is due, by a clock that only this process sees. */
export const makeNextPass = async (time: TestClock, workspaceId: string, contactId: string): Promise<StoredErasure> => {
  const { resume_at } = await waitForFirstPass(workspaceId, contactId);
  time.advanceTo(Date.parse(resume_at));
  await removeErased({ workspaceId, contactId });
  return getErasure(workspaceId, contactId);
};

/** The keys of all items in the table that contain one of the texts. */
export const findItemsWith = async (texts: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  const pages = paginateScan({ client: table }, { TableName: env.tableName(), ConsistentRead: true });
  for await (const { Items: items = [] } of pages)
    for (const item of items) {
      const json = JSON.stringify(item, (_, value: unknown) => (value instanceof Set ? [...value] : value));
      if (texts.some((text) => json.includes(text))) found.push(`${item['pk']} ${item['sk']}`);
    }
  return found.sort();
};

/** Items of the workspace that refer to something that does not exist. */
export const findDanglingItems = async (workspaceId: string): Promise<string[]> => {
  const items: Item[] = [];
  const pages = paginateScan({ client: table }, { TableName: env.tableName(), ConsistentRead: true });
  for await (const { Items: page = [] } of pages) items.push(...page);
  const prefix = `WS#${workspaceId}`;
  const own = items.filter(({ pk, workspace_id }) => String(pk).startsWith(prefix) || workspace_id === workspaceId);
  const listIds = (pk: string): Set<unknown> => new Set(own.filter((item) => item['pk'] === pk).map(({ sk }) => sk));
  const contacts = listIds(keys.contact(workspaceId, '').pk);
  const conversations = listIds(keys.conversation(workspaceId, '').pk);
  const messages = new Set(own.filter(({ entity }) => entity === 'message').map(({ id }) => id));
  const isDangling = ({ pk, sk, contact_id, conversation_id, message_id, entity }: Item): boolean =>
    (contact_id !== undefined && !contacts.has(contact_id)) ||
    (conversation_id !== undefined && !conversations.has(conversation_id)) ||
    (message_id !== undefined && entity === undefined && !messages.has(message_id)) ||
    (String(pk).startsWith('TAG#') && !contacts.has(sk));
  return own.filter(isDangling).map(({ pk, sk }) => `${pk} ${sk}`);
};
