import type { GetCommandInput } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { table } from '../../functions/table/dynamodb/client.ts';
import type { ItemKey } from '../../functions/table/dynamodb/item.ts';
import { findItem } from '../../functions/table/dynamodb/read.ts';

/**
 * Until it catches up or the test ends, eventually consistent reads return the item as it is now, whatever is written to
 * it. DynamoDB Local has no replicas, so none of its reads is ever stale.
 */
export const lagBehind = async (key: ItemKey): Promise<{ catchUp: () => void; staleReads: () => number }> => {
  const Item = await findItem(key);
  let staleReads = 0;
  table.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (commandName !== 'GetItemCommand' || !isStale(args.input as GetCommandInput, key)) return result;
        staleReads += 1;
        return { ...result, output: { ...result.output, Item } };
      },
    { step: 'initialize', name: 'lagBehind' },
  );
  const catchUp = () => void table.middlewareStack.remove('lagBehind');
  onTestFinished(catchUp);
  return { catchUp, staleReads: () => staleReads };
};

const isStale = ({ Key: read, ConsistentRead }: GetCommandInput, { pk, sk }: ItemKey): boolean =>
  !ConsistentRead && read?.['pk'] === pk && read['sk'] === sk;
