import { LocalError } from '../local-error.ts';

/** Throws on an unsupported rule, which would silently match nothing. */
export const parsePatterns = (texts: string[], location: string): unknown[] =>
  texts.map((text) => {
    const pattern: unknown = JSON.parse(text);
    const unknownRule = findUnknownRule(pattern);
    if (unknownRule === undefined) return pattern;
    throw new LocalError(`${location}: the filter rule "${unknownRule}" is not supported locally.`);
  });

export const matchesAny = (patterns: unknown[], record: unknown): boolean =>
  patterns.length === 0 || patterns.some((pattern) => matches(pattern, record));

const matches = (pattern: unknown, value: unknown): boolean => {
  if (Array.isArray(pattern)) return matchesField(pattern, value);
  if (!isObject(pattern)) return false;
  const fields = isObject(value) ? value : {};
  return Object.entries(pattern).every(([name, inner]) =>
    name === '$or' && Array.isArray(inner)
      ? inner.some((alternative) => matches(alternative, value))
      : matches(inner, fields[name]),
  );
};

const matchesField = (rules: unknown[], value: unknown): boolean => {
  const values = Array.isArray(value) ? value : [value];
  return rules.some((rule) => values.some((item) => matchesRule(rule, item)));
};

const comparisons: Record<string, (argument: unknown, value: unknown) => boolean> = {
  exists: (argument, value) => (value !== undefined && !isObject(value)) === argument,
  prefix: (argument, value) => typeof value === 'string' && value.startsWith(String(argument)),
  'anything-but': (argument, value) => typeof value === 'string' && ![argument].flat().includes(value),
};

const matchesRule = (rule: unknown, value: unknown): boolean => {
  if (!isObject(rule)) return value === rule;
  return Object.entries(rule).every(([name, argument]) => comparisons[name]?.(argument, value) ?? false);
};

const findUnknownRule = (pattern: unknown): string | undefined => {
  if (!isObject(pattern)) return undefined;
  for (const [name, inner] of Object.entries(pattern)) {
    const rules = Array.isArray(inner) && name !== '$or' ? inner.filter(isObject) : [];
    const unknownRule = rules.flatMap(Object.keys).find((rule) => !(rule in comparisons));
    const nested = name === '$or' && Array.isArray(inner) ? inner : [inner];
    const found = unknownRule ?? nested.map(findUnknownRule).find((rule) => rule !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
