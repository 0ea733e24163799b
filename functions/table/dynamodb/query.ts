import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Page, PageRequest } from '../../model/page.ts';
import type { TableIndex } from '../../model/table-index.ts';
import { env } from '../../platform/env.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { table } from './client.ts';
import type { Item } from './item.ts';
import type { Consistency } from './read.ts';
import { isReplicated } from './replication.ts';

/** A filtered list reads at most this many rows per call, however large the workspace is. Tests lower it. */
export const readLimits = { rowsPerCall: 2_000 };

/** A page ends with the query that has read so many bytes. Lambda returns at most 6 MB. */
export const pageBytesMax = { read: 2_000_000, returned: 4_000_000 };

/** DynamoDB reads and charges the rows that a filter leaves out, too. */
interface RowFilter {
  expression: string;
  values: Record<string, unknown>;
  /** Placeholders for reserved words. */
  names?: Record<string, string>;
}

/** Reads of an index are eventually consistent. */
export interface IndexPartition {
  index: TableIndex;
  pk: string;
}

interface QueryOptions {
  filter?: RowFilter | undefined;
  /** `eventual` is for rows whose sort key is an id. The newest are read strongly unless the page may lag. */
  consistency?: Consistency;
  /** Reads all rows up to the limit: for a list without cursor, which a limit keeps short. */
  isWhole?: boolean;
  /** `ascending` is for sort keys that are not ids. */
  order?: 'ascending' | 'newest_first';
}

/**
 * One page of a partition, by default newest first. It reads one row more, so the last page is known to be the last.
 * It stops after `pageBytesMax.read`, and with a filter after `readLimits.rowsPerCall` rows: the
 * page may then be short, or empty, and still have a next one.
 */
export const queryPage = async (
  partition: string | IndexPartition,
  { limit, after, mayLag }: PageRequest,
  { filter, consistency = 'strong', order, isWhole = false }: QueryOptions = {},
): Promise<Page<Item>> => {
  const rows: Item[] = [];
  let position = after;
  let rowsLeft = filter ? readLimits.rowsPerCall : limit + 1;
  let bytesRead = 0;
  const bytesMax = isWhole ? Number.POSITIVE_INFINITY : pageBytesMax.read;
  let readLimit = filter ? Math.min((limit + 1) * readLimitFactor, rowsLeft) : rowsLeft;
  do {
    const isStrong = consistency === 'strong' || !(mayLag || isReplicatedId(position));
    const step = await queryRows(partition, readLimit, position, { filter, isStrong, order });
    rows.push(...step.rows);
    position = step.lastKey;
    rowsLeft -= step.rowsRead;
    bytesRead += step.bytesRead;
    readLimit = filter ? Math.min(readLimit * readLimitFactor, rowsLeft) : rowsLeft;
  } while (rows.length <= limit && position !== undefined && rowsLeft > 0 && bytesRead < bytesMax);
  const items = isWhole ? rows.slice(0, limit) : fitPage(rows, limit);
  const next = rows.length > items.length ? String(items.at(-1)?.[toSortKey(partition)]) : position;
  return { items, next, rowsRead: filter ? readLimits.rowsPerCall - rowsLeft : items.length, bytesRead };
};

/** Returns as many of the first rows as fit into a response, and at least one. */
export const fitPage = <Row>(rows: readonly Row[], limit: number): Row[] => {
  let bytes = 0;
  const isBeyond = (row: Row, index: number): boolean => {
    bytes += toJsonBytes(row);
    return index > 0 && bytes > pageBytesMax.returned;
  };
  const page = rows.slice(0, limit);
  const end = page.findIndex(isBeyond);
  return end === -1 ? page : page.slice(0, end);
};

export const toJsonBytes = (row: unknown): number => Buffer.byteLength(JSON.stringify(row));

/** With a filter, the first query reads four times the rows wanted, and each further one four times more. */
const readLimitFactor = 4;

interface RowOptions extends Pick<QueryOptions, 'filter' | 'order'> {
  isStrong: boolean;
}

const queryRows = async (
  partition: string | IndexPartition,
  readLimit: number,
  after: string | undefined,
  { filter, isStrong, order = 'newest_first' }: RowOptions,
): Promise<{ rows: Item[]; rowsRead: number; bytesRead: number; lastKey: string | undefined }> => {
  const isAscending = order === 'ascending';
  const sortKey = toSortKey(partition);
  const result = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      ...toQuerySource(partition, isStrong, filter?.names),
      KeyConditionExpression:
        after === undefined ? '#pk = :pk' : `#pk = :pk AND ${sortKey} ${isAscending ? '>' : '<'} :after`,
      FilterExpression: filter?.expression,
      ExpressionAttributeValues: {
        ':pk': typeof partition === 'string' ? partition : partition.pk,
        ...(after === undefined ? {} : { ':after': after }),
        ...filter?.values,
      },
      ScanIndexForward: isAscending,
      Limit: readLimit,
    }),
  );
  const {
    Items: rows = [],
    ScannedCount: rowsRead = 0,
    LastEvaluatedKey: lastKey,
    ConsumedCapacity: consumed,
  } = result;
  const unitBytes = isStrong && typeof partition === 'string' ? 4_096 : 8_192;
  return {
    rows,
    rowsRead,
    bytesRead: (consumed?.CapacityUnits ?? 0) * unitBytes,
    lastKey: lastKey && String(lastKey[sortKey]),
  };
};

const isReplicatedId = (id: string | undefined): boolean => id !== undefined && isReplicated(idTimeMs(id));

const toSortKey = (partition: string | IndexPartition): string =>
  typeof partition === 'string' ? 'sk' : partition.index.sortKey;

const toQuerySource = (partition: string | IndexPartition, isStrong: boolean, names: Record<string, string> = {}) =>
  typeof partition === 'string'
    ? { ConsistentRead: isStrong, ExpressionAttributeNames: { '#pk': 'pk', ...names } }
    : { IndexName: partition.index.name, ExpressionAttributeNames: { '#pk': partition.index.partitionKey, ...names } };

/** Reads every row whose sort key has the prefix: only for lists that a limit keeps short. */
export const queryPrefix = async (pk: string, prefix: string, after?: Item): Promise<Item[]> => {
  const { Items: rows = [], LastEvaluatedKey: lastKey } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ConsistentRead: true,
      ...(after === undefined ? {} : { ExclusiveStartKey: after }),
    }),
  );
  return lastKey ? [...rows, ...(await queryPrefix(pk, prefix, lastKey))] : rows;
};

/** Rows from one sort key to another, both included: only for ranges that a limit keeps short. */
export const queryBetween = async (pk: string, first: string, last: string): Promise<Item[]> => {
  const { Items: rows = [] } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': last },
      ConsistentRead: true,
    }),
  );
  return rows;
};

/** The same page by page, however many there are. */
export const queryAllBetween = async (
  pk: string,
  [first, last]: readonly [string, string],
  consistency: Consistency,
  after?: Item,
): Promise<Item[]> => {
  const { Items: rows = [], LastEvaluatedKey: lastKey } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': last },
      ConsistentRead: consistency === 'strong',
      ...(after === undefined ? {} : { ExclusiveStartKey: after }),
    }),
  );
  return lastKey ? [...rows, ...(await queryAllBetween(pk, [first, last], consistency, lastKey))] : rows;
};

/** The first rows from this sort key on, by default at half the price: for a reader who repeats the query. */
export const queryFrom = async (
  pk: string,
  first: string,
  limit: number,
  consistency: Consistency = 'eventual',
): Promise<Item[]> => {
  const { Items: rows = [] } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND sk >= :first',
      ExpressionAttributeValues: { ':pk': pk, ':first': first },
      ConsistentRead: consistency === 'strong',
      Limit: limit,
    }),
  );
  return rows;
};

/** The sort keys of the first rows with this beginning, at half the price: for rows that are looked up afterwards. */
export const queryBeginning = async (
  pk: string,
  beginning: string,
  rowsMax: number,
  after?: string,
): Promise<string[]> => {
  const { Items: rows = [] } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
      ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning },
      ProjectionExpression: 'sk',
      Limit: rowsMax,
      ...(after === undefined ? {} : { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  return rows.map(({ sk }) => String(sk));
};

/** The sort keys from one to another, both included, at half the price: for rows that are looked up afterwards. */
export const queryRange = async (
  pk: string,
  first: string,
  last: string,
  rowsMax: number,
  order: 'ascending' | 'newest_first',
): Promise<string[]> => {
  const { Items: rows = [] } = await table.send(
    new QueryCommand({
      TableName: env.tableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': last },
      ProjectionExpression: 'sk',
      ScanIndexForward: order === 'ascending',
      Limit: rowsMax,
    }),
  );
  return rows.map(({ sk }) => String(sk));
};
