import { beforeAll, expect, it, vi } from 'vitest';
import { readAllPages } from '../../../functions/domain/paging.ts';
import { createWorkspace, listWorkspaces } from '../../../functions/domain/workspaces/workspaces.ts';
import { removeItems } from '../../../functions/table/dynamodb/delete.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { workspaceVersion } from '../../../functions/table/workspaces/workspaces.ts';
import { migrateTable } from '../../../tools/admin/sweep/migrations.ts';
import { useOwnTable } from '../../support/table/own-table.ts';

beforeAll(() => useOwnTable({ encryption: {}, channelEncryption: {} }));

it('a migration changes every item of an earlier version once and leaves the others alone', async () => {
  const { id: current } = await createWorkspace('Current', 'DE');
  const { id: earlier } = await createWorkspace('Earlier', 'DE');
  await removeItems([keys.listedWorkspace(earlier)]);
  await updateIf({
    Key: keys.workspace(earlier),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'REMOVE v',
  });
  const options = { unitsPerSecond: 100_000, onProgress: () => undefined, onFailure: vi.fn() };
  expect(await migrateTable(options)).toMatchObject([{ name: 'workspace-list', examined: 1, changed: 1, failed: 0 }]);
  expect(await findItem(keys.workspace(earlier))).toMatchObject({ v: workspaceVersion, name: 'Earlier' });
  const listed = await readAllPages(listWorkspaces, 100);
  expect(listed.map(({ id }) => id)).toEqual([earlier, current]);
  expect(await migrateTable(options)).toMatchObject([{ examined: 0, changed: 0 }]);
  expect(options.onFailure).not.toHaveBeenCalled();
});
