import * as z from 'zod/mini';
import { isTimeZone } from './zone-offset.ts';

export const timeZone = z
  .string()
  .check(z.refine<string>(isTimeZone, { error: 'must be a time zone of the IANA database, such as Europe/Berlin' }));
