import type { ChosenKind, MailFault, MailKind } from '../../model/mail/mail.ts';
import { type MailChanges, type Member, membersMax, type Role } from '../../model/members/member.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { assign, withChangeBit } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type Step, transactSteps } from './steps.ts';

export interface StoredMember extends Member {
  /** Copied from the workspace, so signing a cursor needs no further read. */
  cursor_secret: string;
  mail_off?: MailKind[];
  mail_on?: ChosenKind[];
  /** The member is in a team that assigns by turns. Every request reads it, so the others pay nothing to find out. */
  takes_turns?: boolean;
  /** When a member who takes turns last had the inbox open, up to a minute old. */
  here_at?: string;
  away_since?: string;
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

/** An arrival flips the bit by which the stream learns of it. One of several parallel requests writes. */
export const putHere = async (
  workspaceId: string,
  userId: string,
  { at, before, isArrival }: { at: string; before: string | undefined; isArrival: boolean },
): Promise<void> => {
  const update = assign({ here_at: at }, before === undefined ? {} : { ':before': before });
  await updateIf({
    Key: keys.member(workspaceId, userId),
    ConditionExpression: `attribute_exists(pk) AND ${before === undefined ? 'attribute_not_exists(here_at)' : 'here_at = :before'}`,
    ...(isArrival ? withChangeBit(update) : update),
  });
};

/** Does nothing if the member is so already. */
export const putAway = async (workspaceId: string, userId: string, since: string | null): Promise<void> => {
  const back = {
    UpdateExpression: 'REMOVE away_since SET change_bit = :bit_set - if_not_exists(change_bit, :bit_clear)',
    ExpressionAttributeValues: { ':bit_set': 1, ':bit_clear': 0 },
  };
  await updateIf({
    Key: keys.member(workspaceId, userId),
    ConditionExpression: `attribute_exists(pk) AND attribute_${since === null ? '' : 'not_'}exists(away_since)`,
    ...(since === null ? back : assign({ away_since: since })),
  });
};

/** Does nothing if the member has left. */
export const putTakesTurns = async (workspaceId: string, userId: string, takesTurns: boolean): Promise<void> => {
  await updateIf({
    Key: keys.member(workspaceId, userId),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: `SET takes_turns = :takes${takesTurns ? '' : ' REMOVE here_at, away_since'}`,
    ExpressionAttributeValues: { ':takes': takesTurns },
  });
};

/** Stores the choice together with what follows from it. A setting that is left out stays as it is. */
export const putMailSettings = async (
  workspaceId: string,
  userId: string,
  { off, on }: Partial<MailChanges>,
  parts: readonly TransactionPart[] = [],
): Promise<boolean> => {
  const { written } = await transact([
    {
      Update: {
        Key: keys.member(workspaceId, userId),
        ConditionExpression: 'attribute_exists(pk)',
        ...assign({ ...(off && { mail_off: off }), ...(on && { mail_on: on }) }),
      },
    },
    ...parts,
  ]);
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

export const toStoredMember = ({ pk, sk, change_bit, ...fields }: Item): StoredMember =>
  fields as unknown as StoredMember;
