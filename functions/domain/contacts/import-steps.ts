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
  const tagsByKey = await createMissingTags(run, resolvedTags);
  const tagged = entries.flatMap((entry) => withTags(run, entry, tagsByKey));
  const owners: Owners = { byPhone, byExternalId };
  const { true: created = [], false: changed = [] } = Object.groupBy(toChains(tagged, owners), ([first]) =>
    first?.phone !== undefined && listOwners(owners, first).length === 0 ? 'true' : 'false',
  );
  return [...createInGroups(run, created), ...(await changeChains(run, changed, owners))];
};

const distinctTexts = (texts: readonly (string | undefined)[]): string[] => [
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

const createInGroups = (run: ImportRun, chains: readonly Chain[]): Step[] => {
  const measure = ([first]: Chain): number => countNewContactParts(first?.tags ?? [], first?.externalId);
  return pack(chains, { countMax: partsPerWriteMax, bytesMax: partsPerWriteMax, measure }).map((group) => async () => {
    const firsts = group.flatMap((chain) => chain.slice(0, 1));
    await createGroup(run, firsts);
    for (const [, ...repeated] of group) await storeInOrder(run, repeated);
  });
};

/** If another writer has created one of the contacts, each is stored for itself. */
const createGroup = async (run: ImportRun, group: readonly TaggedEntry[]): Promise<void> => {
  let isTaken = false;
  await settleEntries(run, group, async () => {
    isTaken = !(await putContacts(run.workspaceId, group.map(buildContact)));
    return isTaken ? [] : group.map(toCreated);
  });
  if (isTaken) await storeInOrder(run, group);
};

const storeInOrder = async (run: ImportRun, entries: readonly TaggedEntry[]): Promise<void> => {
  for (const entry of entries) await settleEntries(run, [entry], async () => [await storeEntry(run, entry)]);
};

const changeChains = async (run: ImportRun, chains: readonly Chain[], owners: Owners): Promise<Step[]> => {
  const idsToRead = chains.flatMap(([first]) => (first && toChanges(run, first) && findOwner(owners, first)) || []);
  const contacts = new Map((await findContacts(run.workspaceId, idsToRead)).map((contact) => [contact.id, contact]));
  return chains.map((chain) => async () => {
    for (const [position, entry] of chain.entries()) {
      const owner = findOwner(owners, entry);
      const known = position === 0 && owner !== undefined ? contacts.get(owner) : undefined;
      await settleEntries(run, [entry], async () => {
        const changed = owner === undefined ? 'conflict' : await changeExisting(run, entry, owner, known);
        return [changed === 'conflict' ? await storeEntry(run, entry) : changed];
      });
    }
  });
};

const tagWritesAtOnce = 8;

/** All tags of the import by key. Created first and once: contacts that share a new tag would conflict over it. */
const createMissingTags = async (
  run: ImportRun,
  { tags, missing }: { tags: Tag[]; missing: Tag[] },
): Promise<Map<string, Tag>> => {
  const byKey = new Map(tags.map((tag) => [toTagKey(tag.name), tag]));
  await inParallel(missing, tagWritesAtOnce, async (tag) => {
    const key = toTagKey(tag.name);
    byKey.delete(key);
    if (clock.now() >= run.startsByMs) return;
    try {
      byKey.set(key, await putTag(run.workspaceId, tag));
    } catch (error) {
      run.failures.push(error);
    }
  });
  return byKey;
};

const withTags = (run: ImportRun, entry: ImportEntry, byKey: ReadonlyMap<string, Tag>): TaggedEntry[] => {
  const tags = entry.input.tags?.flatMap((name) => byKey.get(toTagKey(name)) ?? []);
  if (tags?.length === entry.input.tags?.length) return [{ ...entry, tags: tags && distinct(tags) }];
  run.results.set(entry.index, toRejection());
  return [];
};

const distinct = (tags: readonly Tag[]): Tag[] => [...new Map(tags.map((tag) => [tag.id, tag])).values()];
