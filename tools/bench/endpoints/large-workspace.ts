import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Client } from '../client.ts';
import { type LogLine, type LogLines, waitForLogLine } from '../log-lines.ts';
import type { BenchService } from '../service.ts';

export interface WorkspaceSizeRow extends LogLine {
  what: string;
  contacts: number;
}

/** The same calls in workspaces of different sizes: the units of a page must stay flat. */
export const measureWorkspaceSizes = async (
  makeWorkspace: BenchService['makeWorkspace'],
  lines: LogLines,
  sizes: number[],
): Promise<WorkspaceSizeRow[]> => {
  const rows: WorkspaceSizeRow[] = [];
  for (const contacts of sizes) {
    const { id, client } = await makeWorkspace();
    const contactIds = await seedContacts(id, contacts);
    const measureCall = async (what: string, method: string, path: string, body?: unknown): Promise<void> => {
      const { requestId, status, json } = await client.call(method, path, body);
      if (status !== 200) throw new Error(`${method} ${path} returned ${JSON.stringify(json)}.`);
      rows.push({ what, contacts, ...(await waitForLogLine(lines, requestId)) });
    };
    const segmentId = await makeSegment(client, { name: 'Tagged', kind: 'dynamic', filter: seededTagFilter });
    const listId = await makeSegment(client, { name: 'List' });
    await measureCall('page of contacts', 'GET', '/contacts');
    await measureCall('page of a tag segment', 'GET', `/segments/${segmentId}/contacts`);
    if (contacts >= 1_000) {
      await measureCall('add 1,000 ids', 'POST', `/segments/${listId}/contacts`, {
        contact_ids: contactIds.slice(0, 1_000),
      });
    }
    client.close();
  }
  return rows;
};

export const seededTagFilter = { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'seeded' }] };

export const makeSegment = async (client: Client, body: unknown): Promise<string> => {
  const { json } = await client.call('POST', '/segments', body);
  return (json as { data: { id: string } }).data.id;
};

/** Writes the API's items in batches past the domain: 10,000 transactions would take minutes. */
export const seedContacts = async (workspaceId: string, count: number): Promise<string[]> => {
  const { createContact, newContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { newContactParts } = await import('../../../functions/table/contacts/contact-writes.ts');
  const { tagContactPart } = await import('../../../functions/table/contacts/tags.ts');
  const first = await createContact(workspaceId, newId(), { phone: '+4915112000000', tags: ['seeded'] });
  const contacts = Array.from({ length: count - 1 }, (_, n) => ({
    ...newContact(newId(), { name: `Person ${n}`, email: `person.${n}@example.com` }),
    phone: `+49151${String(20_000_000 + n)}`,
    channels: ['msgapp' as const],
    tags: first.contact.tags,
  }));
  const parts = contacts.flatMap((contact) => [
    ...newContactParts(workspaceId, contact),
    ...contact.tags.map((tag) => tagContactPart(workspaceId, tag.id, contact.id)),
  ]);
  await putAll(parts.flatMap((part) => ('Put' in part && part.Put.Item ? [part.Put.Item] : [])));
  return [first.contact.id, ...contacts.map(({ id }) => id)];
};

const batchItemsMax = 25;

const putAll = async (items: Record<string, unknown>[]): Promise<void> => {
  const { table } = await import('../../../functions/table/dynamodb/client.ts');
  const { env } = await import('../../../functions/platform/env.ts');
  for (let start = 0; start < items.length; start += batchItemsMax) {
    const requests = items.slice(start, start + batchItemsMax).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [env.tableName()]: requests } }));
  }
};
