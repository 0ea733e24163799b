import { expect } from 'vitest';
import type { StoredMail } from '../../tools/local/engines/ses.ts';

/** The newest first. */
export const readMails = async (to: string): Promise<StoredMail[]> => {
  const query = new URLSearchParams({ to });
  return (await fetch(`${process.env['AWS_ENDPOINT_URL_SESV2']}/mails.json?${query}`)).json() as Promise<StoredMail[]>;
};

/** Leaves out invitations, one of which a member may have got. */
export const readNotices = async (to: string): Promise<StoredMail[]> =>
  (await readMails(to)).filter(({ headers }) => 'List-Unsubscribe' in headers);

export const waitForMails = async (to: string, count: number, read = readMails): Promise<StoredMail[]> => {
  await expect.poll(async () => (await read(to)).length).toBe(count);
  return read(to);
};
