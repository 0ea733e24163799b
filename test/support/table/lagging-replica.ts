import type {
  BatchGetCommandOutput,
  GetCommandInput,
  QueryCommandInput,
  QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { env } from '../../../functions/platform/env.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import type { Item, ItemKey } from '../../../functions/table/dynamodb/item.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';

/**
 * Until it catches up or the test ends, eventually consistent reads return the item as it is now, whatever is written to
 * it, and, if wanted, indexes have it where they have it now. DynamoDB Local has no replicas, so none of its reads is ever stale.
 */
export const lagBehind = async (
  key: ItemKey,
  { indexes = false }: { indexes?: boolean } = {},
): Promise<{ catchUp: () => void; staleReads: () => number }> => {
  const staleItem = await findItem(key);
  let staleReads = 0;
  table.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        const replace = replacements[commandName];
        if (!replace || !readsEventually(args.input as ReadInput, key, indexes)) return result;
        staleReads += 1;
        return {
          ...result,
          output: replace(result.output, key, staleItem, args.input as ReadInput) as typeof result.output,
        };
      },
    { step: 'initialize', name: 'lagBehind' },
  );
  const catchUp = () => void table.middlewareStack.remove('lagBehind');
  onTestFinished(catchUp);
  return { catchUp, staleReads: () => staleReads };
};

type Replace = (output: object, key: ItemKey, staleItem: Item | undefined, input: ReadInput) => object;

const replacements: Partial<Record<string, Replace>> = {
  GetItemCommand: (output, _, staleItem) => ({ ...output, Item: staleItem }),
  QueryCommand: (output, key, staleItem, { ExpressionAttributeNames: names, ExpressionAttributeValues: values }) => {
    const others = ((output as QueryCommandOutput).Items ?? []).filter((item) => !isAt(item, key));
    const isListed = staleItem?.[names?.['#pk'] ?? ''] === values?.[':pk'];
    return { ...output, Items: [...others, ...(staleItem && isListed ? [staleItem] : [])] };
  },
  BatchGetItemCommand: (output, key, staleItem) => {
    const items = (output as BatchGetCommandOutput).Responses?.[env.tableName()] ?? [];
    const others = items.filter((item) => !isAt(item, key));
    return { ...output, Responses: { [env.tableName()]: [...others, ...(staleItem ? [staleItem] : [])] } };
  },
};

interface ReadInput
  extends Pick<GetCommandInput, 'Key' | 'ConsistentRead'>,
    Partial<Pick<QueryCommandInput, 'IndexName' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>> {
  RequestItems?: Record<string, { Keys?: Item[]; ConsistentRead?: boolean }>;
}

const readsEventually = (input: ReadInput, key: ItemKey, indexes: boolean): boolean => {
  if (input.IndexName !== undefined) return indexes;
  const reads = [
    ...(input.Key ? [{ Keys: [input.Key], ConsistentRead: input.ConsistentRead }] : []),
    ...Object.values(input.RequestItems ?? {}),
  ];
  return reads.some(({ Keys: keys = [], ConsistentRead }) => !ConsistentRead && keys.some((read) => isAt(read, key)));
};

const isAt = (item: Item, { pk, sk }: ItemKey): boolean => item['pk'] === pk && item['sk'] === sk;
