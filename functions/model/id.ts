import * as z from 'zod/mini';

export const id = z.uuid().check(z.toLowerCase());

export const idParams = z.object({ id });
