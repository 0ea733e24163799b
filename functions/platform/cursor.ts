import { createHmac, timingSafeEqual } from 'node:crypto';

const macBytes = 16;

/**
 * The position after which the next page starts, signed for one list of one workspace: base64url of an HMAC-SHA256,
 * truncated to 128 bits, and the position.
 */
export const signCursor = (secret: string, list: string, position: string): string =>
  Buffer.concat([computeMac(secret, list, position), Buffer.from(position)]).toString('base64url');

export const verifyCursor = (secret: string, list: string, cursor: string): string | undefined => {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= macBytes) return undefined;
  const position = bytes.subarray(macBytes).toString();
  return timingSafeEqual(bytes.subarray(0, macBytes), computeMac(secret, list, position)) ? position : undefined;
};

// The length prefix keeps different splits of list and position from giving the same bytes.
const computeMac = (secret: string, list: string, position: string): Buffer =>
  createHmac('sha256', secret).update(`${list.length}:${list}${position}`).digest().subarray(0, macBytes);
