import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPrefix } from '../dynamodb/query.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type StoredMember, toStoredMember } from './members.ts';
import { type StoredUser, toStoredUser } from './users.ts';

export interface StoredSession {
  user_id: string;
  /** The hash of the cookie's random part, which is not stored. */
  id: string;
  browser: string;
  address: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  expires: number;
}

export const putSession = async (session: StoredSession): Promise<void> => {
  const { written } = await updateIf({
    Key: keys.session(session.user_id, session.id),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ ...session }),
  });
  if (!written) throw new Error('The session exists already.');
};

export const findSessionAndUser = async (
  userId: string,
  sessionId: string,
): Promise<{ session: StoredSession | undefined; user: StoredUser | undefined }> => {
  const [session, user] = await findItemsInOrder([keys.session(userId, sessionId), keys.user(userId)]);
  return { session: session && toStoredSession(session), user: user && toStoredUser(user) };
};

export const findSessionAndMember = async (
  workspaceId: string,
  userId: string,
  sessionId: string,
): Promise<{ session: StoredSession | undefined; member: StoredMember | undefined }> => {
  const [session, member] = await findItemsInOrder([keys.session(userId, sessionId), keys.member(workspaceId, userId)]);
  return { session: session && toStoredSession(session), member: member && toStoredMember(member) };
};

/** Returns false when the session has ended. One of several parallel requests writes. */
export const touchSession = async (session: StoredSession, at: string): Promise<boolean> => {
  const { item } = await updateIf({
    Key: keys.session(session.user_id, session.id),
    ConditionExpression: 'last_seen_at = :before',
    ...assign({ last_seen_at: at }, { ':before': session.last_seen_at }),
  });
  return item !== undefined;
};

export const querySessions = async (userId: string): Promise<StoredSession[]> => {
  const { pk, sk } = keys.session(userId, '');
  return (await queryPrefix(pk, sk)).map(toStoredSession);
};

/** A transaction, so a repeat after a lost response is reported as written. */
export const removeSession = async (userId: string, sessionId: string): Promise<boolean> => {
  const { written } = await transact([
    { Delete: { Key: keys.session(userId, sessionId), ConditionExpression: 'attribute_exists(pk)' } },
  ]);
  return written;
};

const toStoredSession = ({ pk, sk, ...fields }: Item): StoredSession => fields as unknown as StoredSession;

interface StoredSignIn {
  state: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  expires: number;
}

export const putSignIn = async (sha256: string, signIn: StoredSignIn): Promise<void> => {
  const { written } = await updateIf({
    Key: keys.signIn(sha256),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ ...signIn }),
  });
  if (!written) throw new Error('The handle of the sign-in exists already.');
};

/**
 * Returns the sign-in to one caller only. The deletion is a transaction, because its repeat after a lost response is
 * reported as written; a repeated DeleteItem would find nothing.
 */
export const removeSignIn = async (sha256: string): Promise<StoredSignIn | undefined> => {
  const found = await findItem(keys.signIn(sha256));
  if (!found) return undefined;
  const { written } = await transact([
    { Delete: { Key: keys.signIn(sha256), ConditionExpression: 'attribute_exists(pk)' } },
  ]);
  return written ? toStoredSignIn(found) : undefined;
};

const toStoredSignIn = ({ pk, sk, ...fields }: Item): StoredSignIn => fields as unknown as StoredSignIn;
