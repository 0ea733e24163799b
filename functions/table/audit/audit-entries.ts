import type { AuditEntry } from '../../model/audit/audit-entry.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { mergePages } from '../dynamodb/merge-pages.ts';
import { queryPage } from '../dynamodb/query.ts';
import { type TransactionPart, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export const putAuditEntry = async (
  workspaceId: string,
  { id, ...entry }: AuditEntry,
  expires: number,
): Promise<void> => {
  const { written } = await updateIf({
    Key: keys.auditEntry(workspaceId, id),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ ...entry, expires }),
  });
  if (!written) throw new Error(`The audit entry ${id} exists already.`);
};

export const newAuditEntryPart = (
  workspaceId: string,
  { id, ...entry }: AuditEntry,
  expires: number,
): TransactionPart => ({
  Put: {
    Item: { ...keys.auditEntry(workspaceId, id), ...entry, expires },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export type AuditCompletion = Pick<AuditEntry, 'outcome' | 'error'> & Partial<Pick<AuditEntry, 'target' | 'details'>>;

/** The first completion stays. Later ones, and those of an entry that has expired, change nothing. */
export const completeAuditEntry = async (
  workspaceId: string,
  entryId: string,
  completion: AuditCompletion,
): Promise<void> => {
  await updateIf({
    Key: keys.auditEntry(workspaceId, entryId),
    ConditionExpression: '#outcome = :started',
    ...assign({ ...completion }, { ':started': 'started' }),
  });
};

export const queryAuditEntries = async (workspaceId: string, page: PageRequest): Promise<Page<AuditEntry>> => {
  const partitions = [keys.auditEntry(workspaceId, '').pk, keys.refusedCall(workspaceId, '').pk];
  const pages = await Promise.all(partitions.map((partition) => queryPage(partition, page)));
  const { items, next } = mergePages(pages, page.limit, ({ sk }) => String(sk));
  return { items: items.map(toAuditEntry), next };
};

const toAuditEntry = ({ pk, sk, expires, ...fields }: Item): AuditEntry =>
  ({ id: sk, ...fields }) as unknown as AuditEntry;

/** The first entry with an id stays. */
export const putRefusedCall = async (
  workspaceId: string,
  { id, ...entry }: AuditEntry,
  expires: number,
): Promise<void> => {
  await updateIf({
    Key: keys.refusedCall(workspaceId, id),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ ...entry, expires }),
  });
};
