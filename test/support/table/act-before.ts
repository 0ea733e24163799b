import { onTestFinished } from 'vitest';
import { table } from '../../../functions/table/dynamodb/client.ts';

/** Runs `act` to its end before the first table call that matches, as another process might at that moment. */
export const actBefore = (
  matches: (input: object) => boolean,
  act: () => Promise<unknown>,
): { hasActed: () => boolean } => {
  let hasActed = false;
  table.middlewareStack.add(
    (next) => async (args) => {
      if (!hasActed && matches(args.input)) {
        hasActed = true;
        await act();
      }
      return next(args);
    },
    { step: 'initialize', name: 'actBefore' },
  );
  onTestFinished(() => void table.middlewareStack.remove('actBefore'));
  return { hasActed: () => hasActed };
};

/** Whether the call writes an item whose key, or another text in it, contains all of these. */
export const writes =
  (...texts: readonly string[]) =>
  (input: object): boolean =>
    ('TransactItems' in input || 'UpdateExpression' in input) && containsAll(input, texts);

export const reads =
  (...texts: readonly string[]) =>
  (input: object): boolean =>
    !('TransactItems' in input || 'UpdateExpression' in input) && containsAll(input, texts);

const containsAll = (input: object, texts: readonly string[]): boolean => {
  const json = JSON.stringify(input);
  return texts.every((text) => json.includes(text));
};
