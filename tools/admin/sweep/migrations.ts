import type { Item } from '../../../functions/table/dynamodb/item.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { ensureListed } from '../../../functions/table/workspaces/workspaces.ts';
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

/**
 * Changes of stored items, oldest first. The release that introduces one reads the earlier form too; the next release may
 * drop that once every environment has migrated.
 */
const migrations: readonly Migration[] = [
  {
    name: 'workspace-list',
    description: 'Every workspace is in the list that "workspace list" shows.',
    filter: workspacesBefore(2),
    migrate: async (item) => {
      await ensureListed(String(item['id']));
      return setVersion(item, 2);
    },
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
