import type { BatchGetCommandInput, QueryCommandInput, QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished } from 'vitest';
import { table } from '../../../functions/table/dynamodb/client.ts';

export interface ReadRows {
  /** Rows that queries read, with those that a filter left out. */
  queried: number;
  /** Keys of BatchGetItem. */
  fetched: number;
  /** Whether each query was strongly consistent. */
  strong: boolean[];
}

/** Watches the reads of this process until it is stopped or the test ends. */
export const watchReadRows = (): { take: () => ReadRows; stop: () => void } => {
  let rows: ReadRows = { queried: 0, fetched: 0, strong: [] };
  table.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (commandName === 'QueryCommand') {
          rows.queried += (result.output as QueryCommandOutput).ScannedCount ?? 0;
          rows.strong.push((args.input as QueryCommandInput).ConsistentRead === true);
        }
        if (commandName === 'BatchGetItemCommand') {
          const requests = Object.values((args.input as BatchGetCommandInput).RequestItems ?? {});
          rows.fetched += requests.reduce((sum, { Keys: keys = [] }) => sum + keys.length, 0);
        }
        return result;
      },
    { step: 'initialize', name: 'watchReadRows' },
  );
  const stop = () => void table.middlewareStack.remove('watchReadRows');
  onTestFinished(stop);
  return {
    stop,
    take: () => {
      const taken = rows;
      rows = { queried: 0, fetched: 0, strong: [] };
      return taken;
    },
  };
};

/** Until the test ends, limits of this process are a fraction of what they are, and so is the data that reaches them. */
export const lowerLimits = <Limits extends Record<string, number>>(
  limits: Limits,
  usual: Limits,
  lower: Limits,
): void => {
  expect(limits).toEqual(usual);
  Object.assign(limits, lower);
  onTestFinished(() => void Object.assign(limits, usual));
};
