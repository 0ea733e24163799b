import type { MailFault } from '../../model/mail/mail.ts';
import {
  canManage,
  type Invitation,
  invitationsMax,
  invitationsPerDayMax,
  type Role,
  roles,
} from '../../model/members/member.ts';
import { secondsPerDay } from '../../platform/clock.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { countPart, type StoredMember } from './members.ts';
import { type Step, transactSteps } from './steps.ts';
import { hasProfilePart } from './users.ts';

export interface StoredInvitation extends Invitation {
  /** It is absent if an operator invited the person. */
  invited_by_id?: string;
  expires: number;
  /** Grows with every request to mail it again. */
  mail_round?: number;
}

/** The same invitation as the invited person finds it. */
export interface AddressedInvitation {
  workspace_id: string;
  workspace_name: string;
  invitation_id: string;
  role: Role;
  invited_by: string;
  invited_by_id?: string;
  expires_at: string;
  expires: number;
}

export const findInvitation = async (
  workspaceId: string,
  invitationId: string,
): Promise<StoredInvitation | undefined> => {
  const item = await findItem(keys.invitation(workspaceId, invitationId));
  return item && toStoredInvitation(item);
};

export const findInvitationByAddress = async (
  workspaceId: string,
  addressSha256: string,
): Promise<AddressedInvitation | undefined> => {
  const item = await findItem(keys.invitationByAddress(addressSha256, workspaceId));
  return item && toAddressedInvitation(item);
};

/** Expired ones, which TTL deletes up to days late, are left out. */
export const queryInvitations = async (workspaceId: string, now: string): Promise<StoredInvitation[]> =>
  (await queryOpen(keys.invitation(workspaceId, '').pk, now)).map(toStoredInvitation);

export const queryInvitationsByAddress = async (addressSha256: string, now: string): Promise<AddressedInvitation[]> =>
  (await queryOpen(keys.invitationByAddress(addressSha256, '').pk, now)).map(toAddressedInvitation);

const queryOpen = async (pk: string, now: string): Promise<Item[]> => {
  const page = { limit: invitationsMax, after: undefined };
  const filter = { expression: 'expires_at > :now', values: { ':now': now } };
  const { items } = await queryPage(pk, page, { filter, isWhole: true });
  return items;
};

export interface InvitationVersion {
  /** Changes with every new invitation, so that a count of the open ones, or of those of a day, holds until the next is stored. */
  version: number;
  /** How many were stored on this day. */
  countOfDay: number;
}

export const findInvitationVersion = async (workspaceId: string, day: string): Promise<InvitationVersion> => {
  const { invitation_version, invitation_day, invitations_of_day } =
    (await findItem(keys.memberCount(workspaceId))) ?? {};
  return {
    version: Number(invitation_version ?? 0),
    countOfDay: invitation_day === day ? Number(invitations_of_day) : 0,
  };
};

const dayItemDays = 2;

/** Fails if the address has got as many as it may on this day, from all workspaces. Answers by mail count as well. */
export const countAddressPart = (addressHash: string, now: string): TransactionPart =>
  countMailPart(addressHash, invitationsPerDayMax.address, now);

/** Fails if the workspace has mailed as many answers as it may on this day. */
export const countAnswerPart = (workspaceId: string, now: string): TransactionPart =>
  countMailPart(workspaceId, invitationsPerDayMax.workspace, now);

const countMailPart = (who: string, max: number, now: string): TransactionPart => ({
  Update: {
    Key: keys.invitationDay(who, now.slice(0, 10)),
    ConditionExpression: 'attribute_not_exists(pk) OR invitations < :max',
    UpdateExpression: 'ADD invitations :one SET #expires = :expires',
    ExpressionAttributeNames: { '#expires': 'expires' },
    ExpressionAttributeValues: {
      ':one': 1,
      ':max': max,
      ':expires': Math.floor(Date.parse(now) / 1000) + dayItemDays * secondsPerDay,
    },
  },
});

export const putInvitation = (
  addressSha256: string,
  invitation: StoredInvitation,
  addressed: AddressedInvitation,
  expected: InvitationVersion & { now: string; countedAddress?: string | undefined },
): Promise<'written' | 'conflict' | 'address_limit'> =>
  transactSteps([
    [nextVersionPart(addressed.workspace_id, expected), 'conflict'],
    [
      {
        Put: {
          Item: { ...keys.invitation(addressed.workspace_id, invitation.id), entity: 'invitation', ...invitation },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      'conflict',
    ],
    [
      {
        Put: {
          Item: { ...keys.invitationByAddress(addressSha256, addressed.workspace_id), ...addressed },
          ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
          ExpressionAttributeValues: { ':now': expected.now },
        },
      },
      'conflict',
    ],
    ...(expected.countedAddress === undefined
      ? []
      : [[countAddressPart(expected.countedAddress, expected.now), 'address_limit'] as const]),
  ]);

export const putInvitationFault = async (
  workspaceId: string,
  invitationId: string,
  fault: MailFault,
): Promise<void> => {
  await updateIf({
    Key: keys.invitation(workspaceId, invitationId),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET mail_fault = :fault',
    ExpressionAttributeValues: { ':fault': fault },
  });
};

/** The change of the stored invitation sends the mail again. */
export const removeInvitationFaultPart = (workspaceId: string, invitationId: string): TransactionPart => ({
  Update: {
    Key: keys.invitation(workspaceId, invitationId),
    ConditionExpression: 'attribute_exists(mail_fault)',
    UpdateExpression: 'REMOVE mail_fault ADD mail_round :one',
    ExpressionAttributeValues: { ':one': 1 },
  },
});

/** Returns false when it was accepted, declined or canceled before. */
export const removeInvitation = async (
  workspaceId: string,
  addressSha256: string,
  invitationId: string,
): Promise<boolean> => (await transactSteps(removeSteps(workspaceId, addressSha256, invitationId))) === 'written';

/** The invitation becomes a member, in one transaction, if its inviter may still give it. */
export const acceptInvitation = (
  addressSha256: string,
  { workspace_id, workspace_name, invitation_id, role, invited_by_id }: AddressedInvitation,
  member: StoredMember,
): Promise<'written' | 'no_invitation' | 'inviter_changed' | 'is_member' | 'limit_reached' | 'profile_changed'> =>
  transactSteps([
    ...removeSteps(workspace_id, addressSha256, invitation_id),
    ...(invited_by_id === undefined
      ? []
      : [[mayInvitePart(workspace_id, invited_by_id, role), 'inviter_changed'] as const]),
    [putPart({ ...keys.member(workspace_id, member.user_id), entity: 'member', ...member }), 'is_member'],
    [
      putPart({ ...keys.membership(member.user_id, workspace_id), workspace_id, name: workspace_name, role }),
      'is_member',
    ],
    [countPart(workspace_id, { members: 1, owners: Number(role === 'owner') }), 'limit_reached'],
    [hasProfilePart(member.user_id, member), 'profile_changed'],
  ]);

const mayInvitePart = (workspaceId: string, inviterId: string, role: Role): TransactionPart => {
  const allowed = roles.filter((inviterRole) => canManage(inviterRole, role));
  return {
    ConditionCheck: {
      Key: keys.member(workspaceId, inviterId),
      ConditionExpression: `#role IN (${allowed.map((name) => `:${name}`).join(', ')})`,
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: Object.fromEntries(allowed.map((name) => [`:${name}`, name])),
    },
  };
};

const removeSteps = (workspaceId: string, addressSha256: string, invitationId: string): Step<'no_invitation'>[] => [
  [
    { Delete: { Key: keys.invitation(workspaceId, invitationId), ConditionExpression: 'attribute_exists(pk)' } },
    'no_invitation',
  ],
  [
    {
      Delete: {
        Key: keys.invitationByAddress(addressSha256, workspaceId),
        ConditionExpression: 'invitation_id = :id',
        ExpressionAttributeValues: { ':id': invitationId },
      },
    },
    'no_invitation',
  ],
];

const nextVersionPart = (
  workspaceId: string,
  { version, countOfDay, now }: InvitationVersion & { now: string },
): TransactionPart => ({
  Update: {
    Key: keys.memberCount(workspaceId),
    ConditionExpression: version === 0 ? 'attribute_not_exists(invitation_version)' : 'invitation_version = :version',
    UpdateExpression: 'SET invitation_version = :next, invitation_day = :day, invitations_of_day = :count',
    ExpressionAttributeValues: {
      ':next': version + 1,
      ':day': now.slice(0, 10),
      ':count': countOfDay + 1,
      ...(version === 0 ? {} : { ':version': version }),
    },
  },
});

const putPart = (item: Item): TransactionPart => ({
  Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
});

const toStoredInvitation = ({ pk, sk, entity, ...fields }: Item): StoredInvitation =>
  fields as unknown as StoredInvitation;

const toAddressedInvitation = ({ pk, sk, ...fields }: Item): AddressedInvitation =>
  fields as unknown as AddressedInvitation;
