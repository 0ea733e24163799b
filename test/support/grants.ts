import { onTestFinished, vi } from 'vitest';
import { dashboardFunctions } from '../../functions/dashboard/functions.ts';
import { table } from '../../functions/table/dynamodb/client.ts';

interface Command {
  constructor: { name: string };
  input: { TransactItems?: Record<string, unknown>[] };
}

/** The actions that IAM checks. A transaction needs those of its parts. */
const toGrants = ({ constructor: { name }, input }: Command): string[] => {
  if (input.TransactItems) return input.TransactItems.flatMap(Object.keys).map(toAction);
  return [toAction(name.replace('Command', ''))];
};

const toAction = (name: string): string => {
  const actions: Record<string, string> = { BatchGet: 'BatchGetItem', BatchWrite: 'BatchWriteItem', Query: 'Query' };
  return `table:${actions[name] ?? (name === 'ConditionCheck' ? 'ConditionCheckItem' : `${name}Item`)}`;
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

export const grantsOf = (name: string): readonly string[] =>
  dashboardFunctions.find((entry) => entry.name === name)?.grants ?? [];
