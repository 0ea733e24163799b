import { type ApiDocument, type Operation, type Parameter, resolve, type Schema } from '../reference/api-document.ts';

/** One field of a request, a response or an event, or one parameter. */
interface Field {
  /** Sent by the caller, so a stricter rule breaks callers; otherwise a looser one does. */
  isInput: boolean;
  isRequired: boolean;
  types: string[];
  /** Undefined if any value of the type is allowed. */
  values: unknown[] | undefined;
}

/** Everything on which callers can rely, by operation and path of the field. */
type Surface = Map<string, Map<string, Field>>;

const toSurface = (document: ApiDocument): Surface =>
  new Map([
    ...listOperations(document.paths).map(([name, operation]) => [name, readOperation(document, operation)] as const),
    ...listOperations(document.webhooks).map(([name, event]) => [name, readEvent(document, event)] as const),
  ]);

const listOperations = (paths: Record<string, Record<string, Operation>>): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      path.startsWith('/') ? `${method.toUpperCase()} ${path}` : `The event ${path}`,
      operation,
    ]),
  );

const readOperation = (document: ApiDocument, { parameters, requestBody, responses }: Operation) => {
  const fields = new Map<string, Field>();
  for (const parameter of parameters.map((entry) => resolve<Parameter>(document, entry))) {
    const { types, values } = readType(document, parameter.schema);
    const isRequired = parameter.required === true;
    fields.set(`the ${parameter.in} parameter ${parameter.name}`, { isInput: true, isRequired, types, values });
  }
  readFields(document, fields, getSchema(document, requestBody), { prefix: 'the request field ', isInput: true });
  for (const [status, response] of Object.entries(responses).filter(([code]) => code < '300')) {
    const prefix = `the ${status} response field `;
    readFields(document, fields, getSchema(document, response), { prefix, isInput: false });
  }
  return fields;
};

/** We send it, so it is like a response. */
const readEvent = (document: ApiDocument, { requestBody }: Operation) => {
  const fields = new Map<string, Field>();
  readFields(document, fields, getSchema(document, requestBody), { prefix: 'the field ', isInput: false });
  return fields;
};

const getSchema = (
  document: ApiDocument,
  holder: Operation['responses'][string] | Operation['requestBody'],
): Schema => {
  const { content } = resolve<{ content?: { 'application/json'?: { schema: Schema } } }>(document, holder ?? {});
  return content?.['application/json']?.schema ?? {};
};

/** A field of a union is required only if every member requires it. */
const readFields = (
  document: ApiDocument,
  fields: Map<string, Field>,
  schema: Schema,
  { prefix, isInput }: { prefix: string; isInput: boolean },
): void => {
  const members = listMembers(document, schema);
  const objects = members.filter(({ properties }) => properties);
  for (const { items } of members) if (items) readFields(document, fields, items, { prefix: `${prefix}[].`, isInput });
  for (const name of new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))) {
    const schemas = objects.flatMap(({ properties = {} }) => properties[name] ?? []);
    const isRequired = objects.every(({ required = [] }) => required.includes(name));
    fields.set(`${prefix}${name}`, { isInput, isRequired, ...readType(document, { anyOf: schemas }) });
    for (const field of schemas) readFields(document, fields, field, { prefix: `${prefix}${name}.`, isInput });
  }
};

const readType = (document: ApiDocument, schema: Schema): Pick<Field, 'types' | 'values'> => {
  const members = listMembers(document, schema);
  const values = members.map((node) => node.enum ?? (node.const === undefined ? valuesOfType(node) : [node.const]));
  return {
    types: [...new Set(members.flatMap(({ type = [] }) => type))],
    values: values.some((list) => list === undefined) ? undefined : [...new Set(values.flat())],
  };
};

const valuesOfType = ({ type }: Schema): unknown[] | undefined => (type === 'null' ? [null] : undefined);

const listMembers = (document: ApiDocument, schema: Schema): Schema[] => {
  const resolved = resolve(document, schema);
  const union = resolved.anyOf ?? resolved.oneOf;
  return union ? union.flatMap((member) => listMembers(document, member)) : [resolved];
};

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
