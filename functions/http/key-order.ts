import type * as z from 'zod/mini';

/** Puts the keys of a value, and of the objects in it, in order. Values and keys that the schema does not know stay. */
export type OrderKeys = (value: unknown) => unknown;

/** The contract's order of keys is that of the response schema. It is read once per schema, not per response. */
export const toKeyOrder = (schema: z.core.$ZodType): OrderKeys => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return orderObject(def.shape);
    case 'array':
      return orderArray(toKeyOrder(def.element));
    case 'nullable':
    case 'optional':
      return toKeyOrder(def.innerType);
    case 'pipe':
      return toKeyOrder(def.out);
    case 'union':
      return orderUnion(def.options);
    default:
      return keep;
  }
};

const keep: OrderKeys = (value) => value;

const orderArray = (orderItem: OrderKeys): OrderKeys =>
  orderItem === keep ? keep : (value) => (Array.isArray(value) ? value.map(orderItem) : value);

/** A value of a union is ordered by the first object whose keys it has. */
const orderUnion = (options: readonly z.core.$ZodType[]): OrderKeys => {
  const objects = (options as readonly z.core.$ZodTypes[]).flatMap(({ _zod: { def } }) =>
    def.type === 'object' ? [{ names: Object.keys(def.shape), order: orderObject(def.shape) }] : [],
  );
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    return objects.find(({ names }) => names.every((name) => name in value))?.order(value) ?? value;
  };
};

const orderObject = (shape: z.core.$ZodShape): OrderKeys => {
  const fields = Object.entries(shape).map(([name, field]) => [name, toKeyOrder(field)] as const);
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const given = value as Record<string, unknown>;
    const ordered: Record<string, unknown> = {};
    for (const [name, orderField] of fields) if (name in given) ordered[name] = orderField(given[name]);
    return Object.assign(
      ordered,
      Object.keys(ordered).length < Object.keys(given).length ? pickUnknownKeys(given, ordered) : {},
    );
  };
};

const pickUnknownKeys = (given: Record<string, unknown>, ordered: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !(name in ordered)));
