import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { ContactItem } from '../../functions/model/contacts/contact.ts';
import type { ContactActivity } from '../../functions/model/contacts/stored-contact.ts';
import type { Tag } from '../../functions/model/contacts/tag.ts';
import type { ListedSegment, Segment } from '../../functions/model/segments/segment.ts';
import { isoTime } from '../../functions/platform/clock.ts';
import { env } from '../../functions/platform/env.ts';
import { newId } from '../../functions/platform/ids.ts';
import { inParallel } from '../../functions/platform/in-parallel.ts';
import { pack } from '../../functions/platform/pack.ts';
import { table } from '../../functions/table/dynamodb/client.ts';
import { queryPage } from '../../functions/table/dynamodb/query.ts';
import { keys } from '../../functions/table/keys.ts';
import { findSegment } from '../../functions/table/segments/segments.ts';
import { type ApiResponse, call, readPages } from './client.ts';

interface ErrorBody {
  error?: { code: string; message: string };
}

export type SegmentAnswer = ApiResponse<{ data: Segment } & ErrorBody>;

export interface Membership {
  data: { segment_id: string; requested: number; added?: number; removed?: number };
}

export const postSegment = (key: string, body: object, headers: Record<string, string> = {}): Promise<SegmentAnswer> =>
  call('POST', '/segments', { key, body, headers });

export const patchSegment = (key: string, id: string, body: object): Promise<SegmentAnswer> =>
  call('PATCH', `/segments/${id}`, { key, body });

export const getSegment = async (key: string, id: string): Promise<Segment> =>
  (await call<{ data: Segment }>('GET', `/segments/${id}`, { key })).json.data;

export const listNames = async (key: string): Promise<string[]> =>
  (await call<{ data: ListedSegment[] }>('GET', '/segments', { key })).json.data.map(({ name }) => name);

let segmentsMade = 0;

export const makeSegment = async (key: string, fields: object = {}): Promise<Segment> => {
  segmentsMade += 1;
  return (await postSegment(key, { name: `Segment ${segmentsMade}`, ...fields })).json.data;
};

export const addContacts = (key: string, id: string, contactIds: unknown): Promise<ApiResponse<Membership>> =>
  call('POST', `/segments/${id}/contacts`, { key, body: { contact_ids: contactIds } });

export const removeContacts = (key: string, id: string, contactIds: unknown): Promise<ApiResponse<Membership>> =>
  call('DELETE', `/segments/${id}/contacts`, { key, body: { contact_ids: contactIds } });

export const readContactPages = async (key: string, id: string, limit: number): Promise<string[][]> =>
  (await readPages(key, `/segments/${id}/contacts?limit=${limit}`)).map((page) => page.map((contact) => contact.id));

export const countMembers = async (workspaceId: string, segmentId: string) => ({
  rows: (await queryPage(keys.segmentMember(segmentId, '').pk, { limit: 5_000, after: undefined })).items.length,
  count: (await findSegment(workspaceId, segmentId))?.member_count,
});

type ContactFields = Partial<ContactItem & ContactActivity>;

/** Writes straight to the table, for speed; returns the ids, newest first. */
export const seedContacts = async (
  workspaceId: string,
  count: number,
  buildFields: (index: number) => ContactFields = () => ({}),
): Promise<string[]> => {
  const contacts = Array.from({ length: count }, (_, index) => ({ ...blankContact(newId()), ...buildFields(index) }));
  await putAll(
    contacts.flatMap((contact) => [
      {
        ...keys.contact(workspaceId, contact.id),
        entity: 'contact',
        ...contact,
      },
      ...contact.tags.map((tag) => ({ ...keys.taggedContact(tag.id, contact.id), workspace_id: workspaceId })),
    ]),
  );
  return contacts.map(({ id }) => id).reverse();
};

export const seedTag = async (workspaceId: string, name: string): Promise<Tag> => {
  const tag = { id: newId(), name, color: '#ef4444' };
  await putAll([{ ...keys.tag(workspaceId, name.toLowerCase()), entity: 'tag', ...tag }]);
  return tag;
};

export const seedMembers = (segmentId: string, count: number): Promise<void> =>
  putAll(Array.from({ length: count }, () => keys.segmentMember(segmentId, newId())));

export const blankContact = (id: string): ContactItem & { version: number } => ({
  id,
  phone: null,
  social_username: null,
  channels: ['msgapp'],
  name: null,
  email: null,
  company: null,
  avatar_url: null,
  tags: [],
  opted_out_at: null,
  created_at: isoTime(Date.now()),
  updated_at: isoTime(Date.now()),
  version: 1,
});

export const putAll = async (items: Record<string, unknown>[]): Promise<void> => {
  const batches = pack(
    items.map((Item) => ({ PutRequest: { Item } })),
    { countMax: 25 },
  );
  await inParallel(batches, 8, async (requests) => {
    await table.send(new BatchWriteCommand({ RequestItems: { [env.tableName()]: requests } }));
  });
};
