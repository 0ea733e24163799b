import { LocalError } from '../local-error.ts';
import type { Statement } from './policy.ts';

/** One right that a request needs, with the values of IAM's condition keys. */
export interface Demand {
  action: string;
  resource: string;
  context: Readonly<Record<string, readonly string[]>>;
}

export const isAllowed = (statements: readonly Statement[], { action, resource, context }: Demand): boolean =>
  statements.some(
    ({ Action, Resource, Condition }) =>
      Action.some((pattern) => isLike(pattern, action)) &&
      Resource.some((pattern) => isLike(pattern, resource)) &&
      Object.entries(Condition).every(([operator, keys]) =>
        Object.entries(keys).every(([key, expected]) => holds(operator, context[key], expected)),
      ),
  );

const holds = (operator: string, actual: readonly string[] | undefined, expected: readonly string[]): boolean => {
  switch (operator) {
    case 'Null':
      return expected.includes(String(actual === undefined || actual.length === 0));
    case 'ForAllValues:StringEquals':
      return (actual ?? []).every((value) => expected.includes(value));
    case 'ForAllValues:StringLike':
      return (actual ?? []).every((value) => expected.some((pattern) => isLike(pattern, value)));
    case 'StringEquals':
      return actual?.length === 1 && expected.includes(String(actual[0]));
    default:
      throw new LocalError(`The condition operator ${operator} is not supported locally.`);
  }
};

const compiled = new Map<string, RegExp>();

/** `*` stands for any characters, `?` for one. */
export const isLike = (pattern: string, value: string): boolean => {
  const known = compiled.get(pattern);
  if (known) return known.test(value);
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  compiled.set(pattern, expression);
  return expression.test(value);
};
