import * as z from 'zod/mini';

/** Accepts upper case; stored ids are lower case. */
export const id = z.uuid().check(z.toLowerCase());

export const idParams = z.object({ id });
