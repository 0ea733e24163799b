import { ensureBusinessNumber } from '../../../functions/table/channels/business-numbers.ts';
import { aliasPart } from '../../../functions/table/contacts/contact-writes.ts';
import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { readWorkspaceId } from '../../../functions/table/dynamodb/changes.ts';
import type { Item } from '../../../functions/table/dynamodb/item.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';
import { toAlias } from '../../../functions/table/keys.ts';
import { ensureListed } from '../../../functions/table/workspaces/workspaces.ts';
import { reencryptItem } from './stored-secrets.ts';
import { type Sweep, type SweepOptions, type SweepTotals, sweepTable, type Visit } from './sweep-table.ts';

interface Migration {
  name: string;
  description: string;
  filter: Sweep['filter'];
  migrate: (item: Item, onFailure: (message: string) => void) => Promise<Visit>;
}

const workspacesBefore = (version: number): Sweep['filter'] => ({
  expression: 'begins_with(pk, :prefix) AND sk = :workspace AND (attribute_not_exists(v) OR v < :version)',
  values: { ':prefix': 'WS#', ':workspace': 'WORKSPACE', ':version': version },
});

const addMissingAlias = async (item: Item): Promise<Visit> => {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const workspaceId = readWorkspaceId(item);
  const contact = await findContact(workspaceId, String(item['contact_id']));
  if (!contact || contact.aliases?.has(toAlias(key))) return 'unchanged';
  const { written } = await transact([aliasPart(workspaceId, contact.id, toAlias(key))]);
  return written ? 'changed' : 'conflict';
};

/**
 * Changes of stored items, oldest first. The release that introduces one reads the earlier form too; the next release may
 * drop that once every environment has migrated.
 */
const migrations: readonly Migration[] = [
  {
    name: 'channel-keys',
    description: 'Secrets of channels are encrypted with keys of their own.',
    filter: workspacesBefore(2),
    migrate: async (item, onFailure) => {
      const visit = await reencryptItem(item, onFailure);
      if (visit === 'failed' || visit === 'conflict') return visit;
      return setVersion(item, 2);
    },
  },
  {
    name: 'workspace-list',
    description: 'Every workspace is in the list that "workspace list" shows.',
    filter: workspacesBefore(3),
    migrate: async (item) => {
      await ensureListed(String(item['id']));
      return setVersion(item, 3);
    },
  },
  {
    name: 'business-accounts',
    description: 'Notices about a business account of msgapp find the workspaces of its numbers.',
    filter: workspacesBefore(4),
    migrate: async (item) => {
      const { phone_number_id, waba_id } = (item['msgapp_account'] ?? {}) as Partial<Record<string, string>>;
      if (phone_number_id !== undefined)
        await ensureBusinessNumber(String(item['id']), { accountId: phone_number_id, wabaId: waba_id });
      return setVersion(item, 4);
    },
  },
  {
    name: 'contact-aliases',
    description: 'Contacts know the user ids that lead to them, so an erasure finds those.',
    filter: {
      expression: 'begins_with(pk, :prefix) AND sk IN (:msgapp, :social, :web) AND attribute_exists(contact_id)',
      values: { ':prefix': 'WS#', ':msgapp': 'MSGAPP', ':social': 'SOCIAL', ':web': 'WEB' },
    },
    migrate: addMissingAlias,
  },
];

const setVersion = async (item: Item, version: number): Promise<Visit> => {
  const { pk, sk } = item;
  const { written } = await updateIf({
    Key: { pk, sk },
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET v = :version',
    ExpressionAttributeValues: { ':version': version },
  });
  return written ? 'changed' : 'conflict';
};

export interface MigrationResult extends SweepTotals {
  name: string;
  description: string;
}

/** Each one starts only when the one before is complete. */
export const migrateTable = async (
  options: SweepOptions & { onFailure: (message: string) => void },
): Promise<MigrationResult[]> => {
  const results: MigrationResult[] = [];
  for (const { name, description, filter, migrate } of migrations) {
    const totals = await sweepTable(
      { name: `migrate ${name}`, goal: name, filter, visit: (item) => migrate(item, options.onFailure) },
      options,
    );
    results.push({ name, description, ...totals });
    if (totals.conflicts > 0 || totals.failed > 0) break;
  }
  return results;
};
