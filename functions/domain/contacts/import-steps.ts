import { type Tag, toTagKey } from '../../model/contacts/tag.ts';
import { clock } from '../../platform/clock.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { pack } from '../../platform/pack.ts';
import { countNewContactParts, putContacts } from '../../table/contacts/contact-writes.ts';
import { findContactIdsByExternalId, findContactIdsByPhone, findContacts } from '../../table/contacts/contacts.ts';
import { putTag } from '../../table/contacts/tags.ts';
import {
  buildContact,
  changeExisting,
  type ImportEntry,
  type ImportRun,
  settleEntries,
  storeEntry,
  type TaggedEntry,
  toChanges,
  toCreated,
  toRejection,
} from './import-entry.ts';
import { resolveTags } from './tags.ts';

type Step = () => Promise<void>;

/**
 * Steps that may run side by side: entries of one contact are in the same step, in their order. New contacts share
 * transactions.
 */
export const planSteps = async (run: ImportRun, entries: readonly ImportEntry[]): Promise<Step[]> => {
  const [byPhone, byExternalId, resolvedTags] = await Promise.all([
    findContactIdsByPhone(run.workspaceId, distinctTexts(entries.map(({ phone }) => phone))),
    findContactIdsByExternalId(run.workspaceId, distinctTexts(entries.map(({ externalId }) => externalId))),
    resolveTags(
      run.workspaceId,
      entries.flatMap(({ input }) => input.tags ?? []),
    ),
  ]);
  const prepare = createTagWriter(run, resolvedTags);
  const tagsByKey = new Map(resolvedTags.tags.map((tag) => [toTagKey(tag.name), tag]));
  const tagged = entries.map((entry) => withTags(entry, tagsByKey));
  const owners: Owners = { byPhone, byExternalId };
  const { true: created = [], false: changed = [] } = Object.groupBy(toChains(tagged, owners), ([first]) =>
    first?.phone !== undefined && listOwners(owners, first).length === 0 ? 'true' : 'false',
  );
  return [...createInGroups(run, created, prepare), ...(await changeChains(run, changed, owners, prepare))];
};

export const distinctTexts = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.filter((text) => text !== undefined)),
];

/** The ids of the contacts that had the keys of the entries before the import. */
interface Owners {
  byPhone: ReadonlyMap<string, string>;
  byExternalId: ReadonlyMap<string, string>;
}

const listOwners = ({ byPhone, byExternalId }: Owners, { phone = '', externalId = '' }: ImportEntry): string[] =>
  [byPhone.get(phone), byExternalId.get(externalId)].filter((id) => id !== undefined);

/** Undefined if the keys of the entry have to be looked up again: they may belong to two contacts, or to none yet. */
const findOwner = (owners: Owners, { phone = '', externalId = '' }: ImportEntry): string | undefined => {
  const owner = owners.byExternalId.get(externalId);
  return owner === undefined || phone === '' || owners.byPhone.get(phone) === owner
    ? (owners.byPhone.get(phone) ?? owner)
    : undefined;
};

/** Entries that share a number, an external id or a contact are in one chain, in their order. */
const toChains = (entries: readonly TaggedEntry[], owners: Owners): Chain[] => {
  const chains = new Map<string, Chain>();
  const listKeys = (entry: TaggedEntry): string[] => [
    ...listOwners(owners, entry),
    ...(entry.phone === undefined ? [] : [`PHONE#${entry.phone}`]),
    ...(entry.externalId === undefined ? [] : [`EXTERNAL_ID#${entry.externalId}`]),
  ];
  for (const entry of entries) {
    const earlier = new Set(listKeys(entry).flatMap((key) => chains.get(key) ?? []));
    const chain = [...earlier, entry].sort((left, right) => left.index - right.index);
    for (const key of chain.flatMap(listKeys)) chains.set(key, chain);
  }
  return [...new Set(chains.values())];
};

/** The entries of one contact. */
type Chain = readonly TaggedEntry[];

/** A transaction gets half the parts that it may have, so that few entries share the fate of a contended one. */
const partsPerWriteMax = 50;

const createInGroups = (run: ImportRun, chains: readonly Chain[], prepare: Prepare): Step[] => {
  const measure = ([first]: Chain): number => countNewContactParts(first?.tags ?? [], first?.externalId);
  return pack(chains, { countMax: partsPerWriteMax, bytesMax: partsPerWriteMax, measure }).map((group) => async () => {
    const ready = await Promise.all(group.map(prepare));
    await createGroup(
      run,
      ready.flatMap((chain) => chain.slice(0, 1)),
    );
    for (const [, ...repeated] of ready) await storeInOrder(run, repeated);
  });
};

/** If another writer has created one of the contacts, each is stored for itself. */
const createGroup = async (run: ImportRun, group: readonly TaggedEntry[]): Promise<void> => {
  let isTaken = false;
  await settleEntries(run, group, async () => {
    isTaken = !(await putContacts(
      run.workspaceId,
      group.map((entry) => buildContact(run, entry)),
    ));
    return isTaken ? [] : group.map(toCreated);
  });
  if (isTaken) await storeInOrder(run, group);
};

const storeInOrder = async (run: ImportRun, entries: readonly TaggedEntry[]): Promise<void> => {
  for (const entry of entries) await settleEntries(run, [entry], async () => [await storeEntry(run, entry)]);
};

const changeChains = async (
  run: ImportRun,
  chains: readonly Chain[],
  owners: Owners,
  prepare: Prepare,
): Promise<Step[]> => {
  const idsToRead = chains.flatMap(([first]) => (first && toChanges(run, first) && findOwner(owners, first)) || []);
  const contacts = new Map((await findContacts(run.workspaceId, idsToRead)).map((contact) => [contact.id, contact]));
  return chains.map((chain) => async () => {
    for (const [position, entry] of (await prepare(chain)).entries()) {
      const owner = findOwner(owners, entry);
      const known = position === 0 && owner !== undefined ? contacts.get(owner) : undefined;
      await settleEntries(run, [entry], async () => {
        const changed = owner === undefined ? 'conflict' : await changeExisting(run, entry, owner, known);
        return [changed === 'conflict' ? await storeEntry(run, entry) : changed];
      });
    }
  });
};

/** Creates the missing tags of a chain, and returns its entries with the tags as they are stored. */
type Prepare = (chain: Chain) => Promise<Chain>;

/** By step, so that contacts are stored before the last of many tags is. */
const tagWritesAtOnce = 4;

/** Creates each tag once and apart from the contacts, which would conflict over a new tag that they share. */
const createTagWriter = (run: ImportRun, { missing }: { missing: Tag[] }): Prepare => {
  const missingIds = new Set(missing.map(({ id }) => id));
  const created = new Map<string, Promise<Tag | undefined>>();
  const create = (tag: Tag): Promise<Tag | undefined> => {
    const known = created.get(tag.id) ?? createTag(run, tag);
    created.set(tag.id, known);
    return known;
  };
  return async (chain) => {
    const wanted = distinct(chain.flatMap(({ tags = [] }) => tags)).filter(({ id }) => missingIds.has(id));
    await inParallel(wanted, tagWritesAtOnce, async (tag) => void (await create(tag)));
    const stored = await Promise.all(chain.map((entry) => withStoredTags(run, entry, created)));
    return stored.flat();
  };
};

/** Undefined if the time is over or the table failed. */
const createTag = async (run: ImportRun, tag: Tag): Promise<Tag | undefined> => {
  if (clock.now() >= run.startsByMs) return undefined;
  try {
    return await putTag(run.workspaceId, tag);
  } catch (error) {
    run.failures.push(error);
    return undefined;
  }
};

/** Another writer may have created a tag meanwhile, with another id. An entry without all of its tags is rejected. */
const withStoredTags = async (
  run: ImportRun,
  entry: TaggedEntry,
  created: ReadonlyMap<string, Promise<Tag | undefined>>,
): Promise<TaggedEntry[]> => {
  const tags = await Promise.all((entry.tags ?? []).map((tag) => created.get(tag.id) ?? tag));
  const stored = tags.filter((tag) => tag !== undefined);
  if (stored.length === tags.length) return [{ ...entry, tags: entry.tags && stored }];
  run.results.set(entry.index, toRejection());
  return [];
};

export const withTags = (entry: ImportEntry, byKey: ReadonlyMap<string, Tag>): TaggedEntry => {
  const tags = entry.input.tags?.flatMap((name) => byKey.get(toTagKey(name)) ?? []);
  return { ...entry, tags: tags && distinct(tags) };
};

const distinct = (tags: readonly Tag[]): Tag[] => [...new Map(tags.map((tag) => [tag.id, tag])).values()];
