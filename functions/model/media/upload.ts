import * as z from 'zod/mini';

/** The file is sent to `url` as multipart/form-data: the fields first, then `file`. */
export const upload = z.object({
  id: z.uuid(),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  expires_at: z.iso.datetime(),
});

export type Upload = z.output<typeof upload>;
