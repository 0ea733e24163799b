import * as z from 'zod/mini';

/** A field that may be absent. Null counts as absent: many clients send it for every field that they leave empty. */
export const optionalField = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value): z.output<Schema> | undefined => value ?? undefined),
    ),
  );

export const defaultedField = <Value extends string>(schema: z.ZodMiniType<Value>, value: NoInfer<Value>) => {
  const valueOrNull: z.ZodMiniType<string | null> = z.nullable(schema);
  return z.pipe(
    z._default(valueOrNull, value),
    z.transform((text) => (text ?? value) as Value),
  );
};

export const textOrNull = (charactersMax: number) =>
  z.nullable(
    z
      .string({ error: ({ code }) => (code === 'invalid_type' ? 'must be a string or null' : undefined) })
      .check(z.maxLength(charactersMax)),
  );
