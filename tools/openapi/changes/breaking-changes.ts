import { type ApiDocument, type Field, type Surface, toSurface } from './surface.ts';

/** One sentence for each change that breaks callers. A new major version may break them. */
export const findBreakingChanges = (earlier: ApiDocument, later: ApiDocument): string[] => {
  if (majorOf(earlier) !== majorOf(later)) return [];
  return compareSurfaces(toSurface(earlier), toSurface(later));
};

const majorOf = ({ info }: ApiDocument): string | undefined => info.version.split('.')[0];

const compareSurfaces = (earlier: Surface, later: Surface): string[] =>
  [...earlier].flatMap(([operation, fields]) => {
    const laterFields = later.get(operation);
    if (!laterFields) return [`${operation} was removed.`];
    return [
      ...[...fields].flatMap(([name, field]) => compareField(name, field, laterFields.get(name))),
      ...findNewRequirements(fields, laterFields),
    ].map((change) => `${operation}: ${change}`);
  });

const compareField = (name: string, earlier: Field, later: Field | undefined): string[] => {
  if (!later) return [`${name} was removed.`];
  const changes: string[] = [];
  const gone = removedValues(earlier, later);
  if (gone.length > 0) changes.push(`${name} lost the values ${gone.join(', ')}.`);
  const types = excludedTypes(earlier, later);
  if (types.length > 0)
    changes.push(`${name} ${earlier.isInput ? 'no longer takes' : 'can now be'} ${types.join(', ')}.`);
  if (earlier.isInput && later.isRequired && !earlier.isRequired) changes.push(`${name} became required.`);
  if (!earlier.isInput && earlier.isRequired && !later.isRequired) changes.push(`${name} may now be absent.`);
  return changes;
};

/** A schema without types takes any. */
const excludedTypes = (earlier: Field, later: Field): string[] => {
  const [from, to] = earlier.isInput ? [earlier.types, later.types] : [later.types, earlier.types];
  return to.length === 0 ? [] : without(from, to);
};

/** A list of values where any was allowed describes more, as does a value that only the type excluded. */
const removedValues = ({ values }: Field, later: Field): unknown[] =>
  later.values === undefined ? [] : without(values ?? [], later.values).filter((value) => value !== null);

/** A field that is required within a new object breaks nobody. */
const findNewRequirements = (earlier: Map<string, Field>, later: Map<string, Field>): string[] =>
  [...later].flatMap(([name, { isInput, isRequired }]) => {
    const parent = name.slice(0, Math.max(0, name.lastIndexOf('.'))).replace(/\.?\[\]$/, '');
    const isWithinNew = parent !== '' && !earlier.has(parent);
    return isInput && isRequired && !earlier.has(name) && !isWithinNew ? [`${name} is new and required.`] : [];
  });

const without = <Value>(values: readonly Value[], removed: readonly Value[]): Value[] =>
  values.filter((value) => !removed.includes(value));
