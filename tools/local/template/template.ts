import * as z from 'zod';

const resourceSchema = z.object({
  Type: z.string(),
  Condition: z.string().optional(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});

const outputSchema = z.object({
  Value: z.unknown(),
  Condition: z.string().optional(),
  Export: z.object({ Name: z.unknown() }).optional(),
});

export const templateSchema = z.object({
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown() })).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(z.string(), resourceSchema).default({}),
  Outputs: z.record(z.string(), outputSchema).default({}),
});

export type Template = z.infer<typeof templateSchema>;
