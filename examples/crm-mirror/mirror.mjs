// Mirrors contacts into a CRM: BASE_URL=… API_KEY=… npm start. See docs/crm.md.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Switchboard } from '@switchboard-messaging/client';

const { BASE_URL: baseUrl = 'http://127.0.0.1:4000/v1', API_KEY: apiKey = '', STATE = 'mirror.json' } = process.env;
const client = new Switchboard({ apiKey, baseUrl });
const stopped = new AbortController();
const { signal } = stopped;
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stopped.abort());

/** `stale` are records whose contact the list has not shown yet. */
const newState = (records = {}) => ({ records, stale: { ...records }, feedKey: randomUUID(), isListed: false });
let state = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : newState();

/** A crash while writing leaves the state before. */
const store = () => {
  writeFileSync(`${STATE}.new`, JSON.stringify(state, null, 2));
  renameSync(`${STATE}.new`, STATE);
};

/** Stands for your CRM: call its API here. Both must be safe to repeat, because an event may come twice. */
const crm = {
  save: ({ id, phone, name, email, external_id, attributes, updated_at }) => {
    const crmId = state.records[id]?.crmId ?? `crm-${id.slice(-12)}`;
    state.records[id] = { crmId, phone, name, email, external_id, attributes, updated_at };
    return crmId;
  },
  remove: (id) => delete state.records[id],
};

/** Contacts that have no external id yet, by their ids. */
const unlinked = new Map();

/** The list and the feed overlap, so an older state may come after a newer one. */
const mirror = (contact) => {
  delete state.stale[contact.id];
  if (state.records[contact.id]?.updated_at > contact.updated_at) return;
  const external_id = crm.save(contact);
  // An external id that is there belongs to another system.
  if (contact.external_id === null) unlinked.set(contact.id, { phone: contact.phone, external_id });
};

/** A contact that was erased meanwhile cannot be read or changed; its `contact.deleted` follows. */
const unlessErased = async (work) => {
  try {
    await work();
  } catch (error) {
    if (error.code !== 'not_found') throw error;
  }
};

/** Stores the ids of new records in their contacts, by one import. It adds an external id and never replaces one. */
const link = async () => {
  for (const [id, { phone, external_id }] of unlinked)
    if (phone === null) await unlessErased(() => client.contacts.update(id, { external_id }, { signal }));
  let contacts = [...unlinked.values()].filter(({ phone }) => phone !== null);
  while (contacts.length > 0) {
    const { results } = await client.contacts.importMany({ contacts }, { signal });
    for (const { status, contact_id } of results) {
      // The person was erased after the contact was read, so they must not come back.
      if (status === 'created') await unlessErased(() => client.contacts.delete(contact_id, { signal }));
    }
    // The service was too busy to store these.
    contacts = contacts.filter((_, index) => results[index].error?.code === 'internal');
    if (contacts.length > 0) await wait(1_000, undefined, { signal });
  }
  unlinked.clear();
};

/** Saved page by page, so that an interrupted list goes on where it stopped. */
const list = async () => {
  while (!state.isListed) {
    const { items, nextCursor } = await client.contacts
      .list({ limit: 100, ...(state.listCursor && { cursor: state.listCursor }) }, { signal })
      .page();
    for (const contact of items) mirror(contact);
    await link();
    state.listCursor = nextCursor;
    state.isListed = nextCursor === null;
    store();
    console.log(`Listed ${Object.keys(state.records).length} contacts${state.isListed ? '.' : ' so far.'}`);
  }
  for (const id of Object.keys(state.stale)) crm.remove(id);
  state.stale = {};
};

const apply = async ({ event, data }) => {
  if (event === 'contact.deleted') crm.remove(data.contact_id);
  else await unlessErased(async () => mirror(data.contact ?? (await client.contacts.get(data.contact_id, { signal }))));
  console.log(`${event} ${data.contact_id}`);
};

const run = async () => {
  if (!state.feedId) {
    store();
    // The feed comes first: what changes while the list is read is in it. The key finds it again after a crash here.
    const newFeed = { name: 'CRM mirror', events: ['contact.created', 'contact.updated', 'contact.deleted'] };
    state.feedId = (await client.feeds.create(newFeed, { idempotencyKey: state.feedKey, signal })).id;
    store();
  }
  await list();
  const onCursor = async (cursor) => {
    await link();
    state.cursor = cursor;
    store();
  };
  const after = state.cursor && { after: state.cursor };
  for await (const event of client.feeds.follow(state.feedId, { onCursor, signal, ...after })) await apply(event);
};

const runUntilStopped = async () => {
  try {
    await run();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

try {
  await runUntilStopped();
} catch (error) {
  if (error.code !== 'not_found') throw error;
  state = newState(state.records); // The feed has ended: nobody read it for 7 days. List everything again.
  await runUntilStopped();
}
