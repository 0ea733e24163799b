import type { MailFault, MailKind } from '../../model/mail/mail.ts';
import { type Member, membersMax, type Role } from '../../model/members/member.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type Step, transactSteps } from './steps.ts';

export interface StoredMember extends Member {
  /** Copied from the workspace, so signing a cursor needs no further read. */
  cursor_secret: string;
  mail_off?: MailKind[];
}

/** A change holds only while the member who makes it has the role that allows it. */
export interface Actor {
  userId?: string;
  role: Role;
}

type MemberWrite = 'written' | 'changed_meanwhile' | 'actor_changed' | 'last_owner';

export const findMember = async (workspaceId: string, userId: string): Promise<StoredMember | undefined> => {
  const item = await findItem(keys.member(workspaceId, userId));
  return item && toStoredMember(item);
};

/** Read strongly. Members who have left are missing from the result. */
export const findMembers = async (workspaceId: string, userIds: readonly string[]): Promise<StoredMember[]> =>
  (await findItems(userIds.map((id) => keys.member(workspaceId, id)))).map(toStoredMember);

/** Members who have left are missing from the result. */
export const findMemberNames = async (
  workspaceId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const items = await findItems(
    [...new Set(userIds)].map((id) => keys.member(workspaceId, id)),
    'eventual',
  );
  return new Map(items.map(toStoredMember).map(({ user_id, name }) => [user_id, name]));
};

export const queryMembers = async (workspaceId: string): Promise<StoredMember[]> => {
  const { items } = await queryPage(keys.member(workspaceId, '').pk, { limit: membersMax, after: undefined });
  return items.map(toStoredMember);
};

export const queryMemberPage = async (workspaceId: string, page: PageRequest): Promise<Page<StoredMember>> => {
  const { items, next } = await queryPage(keys.member(workspaceId, '').pk, page, { consistency: 'eventual' });
  return { items: items.map(toStoredMember), next };
};

/** One of several parallel requests writes; none brings back a removed member. */
export const touchMember = async (workspaceId: string, member: StoredMember, at: string): Promise<void> => {
  await updateIf({
    Key: keys.member(workspaceId, member.user_id),
    ConditionExpression: 'last_seen_at = :before',
    ...assign({ last_seen_at: at }, { ':before': member.last_seen_at }),
  });
};

export const putMailOff = async (workspaceId: string, userId: string, off: readonly MailKind[]): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.member(workspaceId, userId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ mail_off: off }),
  });
  return written;
};

/** Does nothing if the member has left, or has another address meanwhile. */
export const putMemberFault = async (
  workspaceId: string,
  userId: string,
  email: string,
  fault: MailFault,
): Promise<void> => {
  await updateIf({
    Key: keys.member(workspaceId, userId),
    ConditionExpression: '#email = :email',
    UpdateExpression: 'SET mail_fault = :fault',
    ExpressionAttributeNames: { '#email': 'email' },
    ExpressionAttributeValues: { ':email': email, ':fault': fault },
  });
};

export const removeMemberFaultPart = (workspaceId: string, userId: string): TransactionPart => ({
  Update: {
    Key: keys.member(workspaceId, userId),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'REMOVE mail_fault',
  },
});

export const updateRole = (
  workspaceId: string,
  member: StoredMember,
  role: Role,
  actor: Actor,
): Promise<MemberWrite> => {
  const owners = Number(role === 'owner') - Number(member.role === 'owner');
  return transactSteps<Exclude<MemberWrite, 'written'>>([
    ...actorSteps(workspaceId, member, actor),
    [
      {
        Update: {
          Key: keys.member(workspaceId, member.user_id),
          ConditionExpression: '#role = :before',
          ...assign({ role }, { ':before': member.role }),
        },
      },
      'changed_meanwhile',
    ],
    [
      {
        Update: {
          Key: keys.membership(member.user_id, workspaceId),
          ConditionExpression: 'attribute_exists(pk)',
          ...assign({ role }),
        },
      },
      'changed_meanwhile',
    ],
    ...(owners === 0 ? [] : [[countPart(workspaceId, { members: 0, owners }), 'last_owner'] as const]),
  ]);
};

export const removeMember = (workspaceId: string, member: StoredMember, actor: Actor): Promise<MemberWrite> =>
  transactSteps<Exclude<MemberWrite, 'written'>>([
    ...actorSteps(workspaceId, member, actor),
    [
      {
        Delete: {
          Key: keys.member(workspaceId, member.user_id),
          ConditionExpression: '#role = :before',
          ExpressionAttributeNames: { '#role': 'role' },
          ExpressionAttributeValues: { ':before': member.role },
        },
      },
      'changed_meanwhile',
    ],
    [
      { Delete: { Key: keys.membership(member.user_id, workspaceId), ConditionExpression: 'attribute_exists(pk)' } },
      'changed_meanwhile',
    ],
    [countPart(workspaceId, { members: -1, owners: -Number(member.role === 'owner') }), 'last_owner'],
  ]);

/** Belongs in a transaction with a condition that holds only once. A workspace that has an Owner keeps one. */
export const countPart = (workspaceId: string, change: { members: number; owners: number }): TransactionPart => ({
  Update: {
    Key: keys.memberCount(workspaceId),
    UpdateExpression: 'ADD members :members, owners :owners',
    ...countCondition(change),
  },
});

const countCondition = ({ members, owners }: { members: number; owners: number }) => {
  const values = { ':members': members, ':owners': owners };
  if (members > 0) {
    return {
      ConditionExpression: 'attribute_not_exists(members) OR members < :max',
      ExpressionAttributeValues: { ...values, ':max': membersMax },
    };
  }
  return owners < 0
    ? { ConditionExpression: 'owners >= :two', ExpressionAttributeValues: { ...values, ':two': 2 } }
    : { ConditionExpression: 'attribute_exists(pk)', ExpressionAttributeValues: values };
};

/** The condition on the member's own row covers a member who acts on it. */
const actorSteps = (workspaceId: string, member: StoredMember, actor: Actor): Step<'actor_changed'>[] =>
  actor.userId === undefined || actor.userId === member.user_id
    ? []
    : [
        [
          {
            ConditionCheck: {
              Key: keys.member(workspaceId, actor.userId),
              ConditionExpression: '#role = :role',
              ExpressionAttributeNames: { '#role': 'role' },
              ExpressionAttributeValues: { ':role': actor.role },
            },
          },
          'actor_changed',
        ],
      ];

export const toStoredMember = ({ pk, sk, ...fields }: Item): StoredMember => fields as unknown as StoredMember;
