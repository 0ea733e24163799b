import type { ComponentDoc } from './area.ts';
import { areas } from './areas/areas.ts';
import { eventComponents } from './areas/events.ts';
import { errorComponents } from './errors.ts';
import { describeFields, pageComponents } from './fields.ts';
import { componentRef, type JsonObject, toComponentSchemas } from './schema.ts';

const docs: Record<string, ComponentDoc> = Object.assign(
  {},
  ...Object.values(areas).map(({ components }) => components),
  eventComponents,
  pageComponents,
  errorComponents,
);

/** The schemas of requests allow what the service accepts; a default means that a field may be left out. */
export const buildComponentSchemas = (): Record<string, JsonObject> => {
  const zodSchemas = Object.fromEntries(Object.entries(docs).map(([name, { schema }]) => [name, schema]));
  const schemas = toComponentSchemas(zodSchemas, 'input');
  return Object.fromEntries(
    Object.entries(docs)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, doc]) => [name, describeComponent(name, { ...schemas[name] }, doc)]),
  );
};

const describeComponent = (name: string, { properties, ...schema }: JsonObject, doc: ComponentDoc): JsonObject => ({
  description: doc.description,
  ...referToEnums(name, schema),
  ...(properties ? { properties: describeProperties(name, properties, doc) } : {}),
});

const describeProperties = (name: string, properties: unknown, { fields }: ComponentDoc): JsonObject =>
  referToEnums(name, describeFields(name, properties as Record<string, JsonObject>, fields));

/** Generators would otherwise name the same list of values after each field that has it. */
export const referToEnums = (name: string, schema: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    const enumName = enumNames.get(JSON.stringify(value?.enum));
    if (enumName === undefined || enumName === name) return value;
    const { type, enum: values, ...rest } = value;
    return { $ref: componentRef(enumName), ...rest };
  });

const enumNames = new Map(
  Object.entries(docs).flatMap(([name, { schema }]) => {
    const { def } = schema._zod as { def: { entries?: Record<string, string> } };
    return def.entries ? [[JSON.stringify(Object.values(def.entries)), name] as const] : [];
  }),
);
