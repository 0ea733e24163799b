import * as z from 'zod/mini';
import { upload } from '../media/upload.ts';

/** A CSV file with a line for each recipient. */
export const fileBytesMax = 20_000_000;

export const fileRowsMax = 100_000;

export const newFile = z.object({ size_bytes: z.int().check(z.minimum(1), z.maximum(fileBytesMax)) });

export type NewFile = z.output<typeof newFile>;

export const audienceFile = upload;

/** The number of refused lines that are kept. */
export const fileErrorsMax = 100;

const fileErrorCodes = ['no_phone', 'invalid_phone', 'duplicate', 'invalid_row', 'missing_value'] as const;

/** A line that gets no message. */
export const fileError = z.object({ line: z.int(), code: z.enum(fileErrorCodes) });

export type FileError = z.output<typeof fileError>;

const phoneNames = ['to', 'phone', 'phonenumber', 'mobile'];

export const isPhoneColumn = (name: string): boolean =>
  phoneNames.includes(name.toLowerCase().replaceAll(/[\s_-]/g, ''));
