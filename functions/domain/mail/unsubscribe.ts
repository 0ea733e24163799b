import * as z from 'zod/mini';
import { id } from '../../model/id.ts';
import { type MailKind, mailKinds, noticeKinds } from '../../model/mail/mail.ts';
import { signCursor, verifyCursor } from '../../platform/cursor.ts';
import { env } from '../../platform/env.ts';
import { findMember, putMailSettings, type StoredMember } from '../../table/members/members.ts';

/** No list has such a name: those of lists are JSON. */
const toList = (workspaceId: string, userId: string): string => `mail of ${userId} in ${workspaceId}`;

type Signer = Pick<StoredMember, 'user_id' | 'cursor_secret'>;

/** Works without a sign-in, and only for one member and kind. */
export const toUnsubscribeUrl = (workspaceId: string, { user_id, cursor_secret }: Signer, kind: MailKind): string => {
  const signed = signCursor(cursor_secret, toList(workspaceId, user_id), kind);
  const url = new URL('/auth/unsubscribe', env.dashboardUrl());
  url.searchParams.set('token', `${workspaceId}.${user_id}.${signed}`);
  return url.href;
};

interface Subscription {
  workspaceId: string;
  member: StoredMember;
  kind: MailKind;
}

const tokenCharactersMax = 200;

const parts = z.tuple([id, id, z.string()]);

/** Undefined for a token that is not ours, or whose member has left. */
export const findSubscription = async (token: string): Promise<Subscription | undefined> => {
  const { data } = z.safeParse(parts, token.length > tokenCharactersMax ? [] : token.split('.'));
  if (!data) return undefined;
  const [workspaceId, userId, signed] = data;
  const member = await findMember(workspaceId, userId);
  const verified = member && verifyCursor(member.cursor_secret, toList(workspaceId, userId), signed);
  const kind = mailKinds.find((each) => each === verified);
  return member && kind && { workspaceId, member, kind };
};

/** It is idempotent. */
export const unsubscribe = async ({ workspaceId, member, kind }: Subscription): Promise<void> => {
  const { user_id, mail_off = [], mail_on = [] } = member;
  await putMailSettings(workspaceId, user_id, {
    off: noticeKinds.filter((notice) => notice === kind || mail_off.includes(notice)),
    on: mail_on.filter((chosen) => chosen !== kind),
  });
};
