import { marshall } from '@aws-sdk/util-dynamodb';
import { onTestFinished, vi } from 'vitest';
import { dashboardFunctions } from '../../../functions/dashboard/functions.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { indexKeys, leadingKeys } from '../../../lib/functions/table-grants.ts';
import { isLike } from '../../../tools/local/iam/authorize.ts';
import { listDemands } from '../../../tools/local/iam/table-guard.ts';

interface Command {
  constructor: { name: string };
  input: Record<string, unknown>;
}

/** The actions that IAM checks, and the kinds of the items. A transaction needs those of its parts. */
const toGrants = ({ constructor: { name }, input }: Command): string[] =>
  listDemands({ operation: toOperation(name), input: toWire(input), toArn: (tableName) => tableName }).flatMap(
    ({ action, resource, context }) => {
      const right = /:(Get|BatchGet|Query)/.test(action) ? 'read' : 'write';
      if (resource.includes('/index/')) return (context['dynamodb:LeadingKeys'] ?? []).map(toIndexGrant);
      const kinds = (context['dynamodb:LeadingKeys'] ?? []).map(toKind);
      return [action.replace('dynamodb:', 'table:'), ...kinds.map((kind) => `${right}:${kind}`)];
    },
  );

const toOperation = (name: string): string => {
  const operation = name.replace('Command', '');
  if (operation === 'TransactWrite') return 'TransactWriteItems';
  return operation === 'Query' ? operation : `${operation}Item`;
};

/** The document client takes plain values; only keys and items matter here. */
const toWire = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value), (name, part) =>
    ['Key', 'Item', 'ExpressionAttributeValues'].includes(name)
      ? marshall(part)
      : name === 'Keys'
        ? part.map((key: Record<string, unknown>) => marshall(key))
        : part,
  );

const toIndexGrant = (pk: string): string =>
  Object.entries(indexKeys).find(([, { pattern }]) => isLike(pattern, pk))?.[0] ?? `index:${pk}`;

const toKind = (pk: string): string => {
  const [kind] =
    Object.entries(leadingKeys).find(([, patterns]) => patterns.some((pattern) => isLike(pattern, pk))) ?? [];
  if (kind === undefined) throw new Error(`The partition ${pk} belongs to no kind of item.`);
  return kind;
};

/** Collects the actions on the table until the end of the test. */
export const recordGrants = (): Set<string> => {
  const used = new Set<string>();
  const send = table.send.bind(table) as (...args: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(table, 'send').mockImplementation(((...args: unknown[]) => {
    for (const grant of toGrants(args[0] as Command)) used.add(grant);
    return send(...args);
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return used;
};

export const grantsOf = (name: string): readonly string[] => {
  const { grants = [], mailGrants = [] } = dashboardFunctions.find((entry) => entry.name === name) ?? {};
  return [...grants, ...mailGrants];
};
