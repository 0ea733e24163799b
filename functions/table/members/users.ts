import type { User, WorkspaceMembership } from '../../model/members/user.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPrefix } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export type Profile = Pick<User, 'name' | 'email'>;

export interface StoredUser extends User {
  created_at: string;
  /** False until a changed name or email address is copied to every member row. */
  is_profile_copied: boolean;
}

export const findUserOfIdentity = async (identitySha256: string): Promise<StoredUser | undefined> => {
  const identity = await findItem(keys.identity(identitySha256));
  const item = identity && (await findItem(keys.user(String(identity['user_id']))));
  return item && toStoredUser(item);
};

/** Returns false when the identity has a user already. */
export const putUser = async (identitySha256: string, user: StoredUser): Promise<boolean> => {
  const { written } = await transact([
    {
      Put: {
        Item: { ...keys.identity(identitySha256), user_id: user.id },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { Item: { ...keys.user(user.id), ...user }, ConditionExpression: 'attribute_not_exists(pk)' } },
  ]);
  return written;
};

export const updateProfile = async (userId: string, profile: Profile): Promise<void> => {
  await updateIf({
    Key: keys.user(userId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ ...profile, is_profile_copied: false }),
  });
};

/** Does nothing if the profile changed again meanwhile. */
export const markProfileCopied = async (userId: string, { name, email }: Profile): Promise<void> => {
  await updateIf({
    Key: keys.user(userId),
    ConditionExpression: '#name = :name AND email = :email',
    UpdateExpression: 'SET is_profile_copied = :yes',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': name, ':email': email, ':yes': true },
  });
};

/** Does nothing if the user has left the workspace. */
export const updateMemberProfile = async (workspaceId: string, userId: string, profile: Profile): Promise<void> => {
  const update = assign(profile);
  await updateIf({
    Key: keys.member(workspaceId, userId),
    ConditionExpression: 'attribute_exists(pk)',
    ...update,
    // It is about the former address.
    UpdateExpression: `${update.UpdateExpression} REMOVE mail_fault`,
  });
};

export const hasProfilePart = (userId: string, { name, email }: Profile): TransactionPart => ({
  ConditionCheck: {
    Key: keys.user(userId),
    ConditionExpression: '#name = :name AND email = :email',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': name, ':email': email },
  },
});

export const queryMemberships = async (userId: string): Promise<WorkspaceMembership[]> => {
  const { pk, sk } = keys.membership(userId, '');
  return (await queryPrefix(pk, sk)).map(toMembership);
};

const toMembership = ({ workspace_id, name, role }: Item): WorkspaceMembership =>
  ({ id: workspace_id, name, role }) as WorkspaceMembership;

export const toStoredUser = ({ pk, sk, ...fields }: Item): StoredUser => fields as unknown as StoredUser;
