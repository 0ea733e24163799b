import * as z from 'zod/mini';

/** An id that a caller sends: a UUID in either case, compared in lower case as ids are made. */
export const id = z.uuid().check(z.toLowerCase());

/** The path of everything that has an id. */
export const idParams = z.object({ id });
