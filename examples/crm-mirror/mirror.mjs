// Mirrors contacts into a CRM: BASE_URL=… API_KEY=… npm start. See docs/crm.md.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Switchboard } from 'switchboard-client';

const { BASE_URL: baseUrl = 'http://127.0.0.1:4000/v1', API_KEY: apiKey = '', STATE = 'mirror.json' } = process.env;
const client = new Switchboard({ apiKey, baseUrl });
const events = ['contact.created', 'contact.updated', 'contact.deleted'];
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort());

const readState = () => {
  try {
    return JSON.parse(readFileSync(STATE, 'utf8'));
  } catch {
    return { records: {} };
  }
};
let state = readState();

/** A crash while writing leaves the state before. */
const store = () => {
  writeFileSync(`${STATE}.new`, JSON.stringify(state, null, 2));
  renameSync(`${STATE}.new`, STATE);
};

/** Stands for your CRM: call its API here. Both must be safe to repeat, because an event may come twice. */
const crm = {
  save: ({ id, phone, name, email, attributes, updated_at }) => {
    const crmId = state.records[id]?.crmId ?? `crm-${id.slice(-12)}`;
    state.records[id] = { crmId, phone, name, email, attributes, updated_at };
    return crmId;
  },
  remove: (id) => delete state.records[id],
};

/** The list and the feed overlap, so an older state may come after a newer one. */
const mirror = async (contact) => {
  if (state.records[contact.id]?.updated_at > contact.updated_at) return;
  const crmId = crm.save(contact);
  if (contact.external_id !== crmId) await client.contacts.update(contact.id, { external_id: crmId });
};

/** A contact that was erased meanwhile cannot be read or changed; its `contact.deleted` follows. */
const unlessErased = async (work) => {
  try {
    await work();
  } catch (error) {
    if (error.code !== 'not_found') throw error;
  }
};

const apply = async ({ event, data }) => {
  if (event === 'contact.deleted') crm.remove(data.contact_id);
  else await unlessErased(async () => mirror(data.contact ?? (await client.contacts.get(data.contact_id))));
  store();
  console.log(`${event} ${data.contact_id}`);
};

/** The feed comes first: what changes while the list is read is in it. */
const begin = async () => {
  const { id } = await client.feeds.create({ events });
  state = { records: {} };
  for await (const contact of client.contacts.list({ limit: 100 })) await unlessErased(() => mirror(contact));
  state.feedId = id;
  store();
};

const follow = async () => {
  if (!state.feedId) await begin();
  console.log(`Mirroring ${Object.keys(state.records).length} contacts.`);
  const onCursor = (cursor) => {
    state.cursor = cursor;
    store();
  };
  const { feedId, cursor } = state;
  const options = { onCursor, signal: stopped.signal, ...(cursor && { after: cursor }) };
  for await (const event of client.feeds.follow(feedId, options)) await apply(event);
};

try {
  await follow();
} catch (error) {
  if (error.code !== 'not_found') throw error;
  delete state.feedId; // The feed has ended: nobody read it for 7 days. List everything again.
  delete state.cursor;
  await follow();
}
