import { createHmac, timingSafeEqual } from 'node:crypto';

const macBytes = 16;

/**
 * A cursor is the position after which the next page starts, signed for one list: base64url of an HMAC-SHA256 cut to
 * 128 bits, then the position. A caller cannot make one, change one, or carry one to another list or workspace.
 */
export const signCursor = (secret: string, list: string, position: string): string =>
  Buffer.concat([computeMac(secret, list, position), Buffer.from(position)]).toString('base64url');

/** The position of a cursor, or nothing when it is unreadable, forged or of another list. */
export const verifyCursor = (secret: string, list: string, cursor: string): string | undefined => {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= macBytes) return undefined;
  const position = bytes.subarray(macBytes).toString();
  return timingSafeEqual(bytes.subarray(0, macBytes), computeMac(secret, list, position)) ? position : undefined;
};

// The list's length stands before it, so that no other split of list and position gives the same bytes.
const computeMac = (secret: string, list: string, position: string): Buffer =>
  createHmac('sha256', secret).update(`${list.length}:${list}${position}`).digest().subarray(0, macBytes);
