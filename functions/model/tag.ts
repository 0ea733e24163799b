import * as z from 'zod/mini';

export const tag = z.object({ id: z.uuid(), name: z.string(), color: z.string() });

export type Tag = z.output<typeof tag>;
