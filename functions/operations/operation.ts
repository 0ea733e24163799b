import type * as z from 'zod/mini';
import type { Contract, SuccessStatus } from '../http/contract.ts';
import type { Scope } from '../model/access/scope.ts';
import type { PublicErrorCode } from '../model/api-error.ts';
import type { AuditAction } from '../model/audit/audit-entry.ts';
import type { Grant } from '../model/grant.ts';
import type { Role } from '../model/members/member.ts';
import type { EncryptionSecretName } from '../model/secret.ts';

export type Access = 'public' | 'any-key' | Scope;

/** The door for API keys: a function of its own below `/v1`. */
interface KeyDoor {
  access: Access;
  grants: readonly Grant[];
  /** Further success statuses and their meaning, such as 200 for a contact that existed. */
  otherStatuses?: Partial<Record<SuccessStatus, string>>;
  errorCodes?: readonly PublicErrorCode[];
  /** Headers that only this error has. */
  errorHeaders?: Partial<Record<PublicErrorCode, readonly string[]>>;
  /** How long anyone may keep the response of a public endpoint. */
  cacheSeconds?: number;
}

/** The door for members, below `/api/w/{workspace_id}` of the dashboard, or `/api` where no workspace is concerned. */
interface MemberDoor {
  /** The least role that may call it. `signed-in` operations concern the person and no workspace. */
  role: Role | 'signed-in';
  /** An operation that changes something leaves an entry in the audit log. */
  audit?: AuditAction;
  /** A function of its own serves it, so one that waits for a channel that hangs keeps nobody from reading. */
  sends?: true;
  /** It exists only beside the channel simulator: elsewhere its path is unknown. */
  isLocal?: true;
  /** A read whose input does not fit into a URL, or that is audited. It has no effect to repeat, so its response is not kept. */
  isRead?: true;
}

/** The door for visitors of the web chat, below `/api/sites/{site_id}` of its own origin. */
interface VisitorDoor {
  /** `known`: the service has taken a message, file or identity with this token. `new`: this call makes it known. */
  token: 'known' | 'new' | 'optional';
}

/**
 * One act of the service, exported under its id, with the doors through which it is called. Routes, permissions, scope
 * and role checks, the typed input of its handler, the clients, the OpenAPI entry and the rows of the test matrices are
 * derived from it.
 */
export interface Operation extends Omit<Contract, 'operationId'> {
  /** The response contains a secret. Its copy for replays is encrypted with this one, which the function may read. */
  returnsSecret?: EncryptionSecretName;
  key?: KeyDoor;
  member?: MemberDoor;
  visitor?: VisitorDoor;
}

/** Keeps the types of path, doors and schemas. The status is 200 unless the contract names another one. */
export const defineOperation = <const Defined extends Omit<Operation, 'status'> & Partial<Pick<Operation, 'status'>>>(
  operation: Defined,
): Defined & { status: Defined extends { status: infer Named extends SuccessStatus } ? Named : 200 } =>
  ({ status: 200, ...operation }) as never;

/** The contracts of an area. `forMembers` says where members send or see something else than keys. */
export type Area = Readonly<Record<string, Operation | Readonly<Record<string, Variant>>>>;

/** Apart from the contract, so that the bundle of an endpoint does not hold the schemas of the dashboard. */
type Variant = Partial<Pick<Contract, 'status' | 'paged' | 'params' | 'query' | 'body' | 'response'>>;

type VariantOf<Contracts, Id> = Contracts extends { forMembers: infer Variants }
  ? Id extends keyof Variants
    ? Variants[Id]
    : unknown
  : unknown;

type MemberPath<Op> = Op extends { member: { role: 'signed-in' }; path: infer Path }
  ? Path
  : Op extends { path: infer Path extends string }
    ? `/w/{workspace_id}${Path}`
    : never;

type DoorOf<Op> = Op extends { member: infer Door } ? Door : never;

export type MemberIds<Contracts> = {
  [Id in keyof Contracts]: Contracts[Id] extends { member: MemberDoor } ? Id : never;
}[keyof Contracts] &
  string;

type MemberContract<Contracts, Id extends keyof Contracts> = Omit<
  Contracts[Id],
  'key' | 'member' | 'path' | keyof VariantOf<Contracts, Id>
> &
  DoorOf<Contracts[Id]> &
  VariantOf<Contracts, Id> & { path: MemberPath<Contracts[Id]> };

/** What the members' door knows of an act. */
export interface MemberOperation extends Omit<Operation, 'key' | 'member'>, MemberDoor {}

/** The contracts of an area as the members' door has them. */
export type MemberContracts<Contracts> = { [Id in MemberIds<Contracts>]: MemberContract<Contracts, Id> };

export const toMemberContracts = <Contracts extends Area>({
  forMembers,
  ...contracts
}: Contracts): MemberContracts<Contracts> => {
  const variants = (forMembers ?? {}) as Readonly<Record<string, Variant>>;
  const derived = Object.entries(contracts as Readonly<Record<string, Operation>>).flatMap(
    ([id, { key: _, member, path, ...shared }]) => {
      if (!member) return [];
      const prefix = member.role === 'signed-in' ? '' : '/w/{workspace_id}';
      return [[id, { ...shared, ...member, path: `${prefix}${path}`, ...variants[id] }]];
    },
  );
  return Object.fromEntries(derived);
};

/** The contract of an act as the door for keys has it. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> extends Contract<Params, Query, Body, Response>,
    KeyDoor {
  returnsSecret?: EncryptionSecretName;
}

export const toEndpoint = (operationId: string, { key, member: _, ...shared }: Operation): Endpoint => {
  if (!key) throw new Error(`${operationId} has no door for keys.`);
  return { ...shared, ...key, operationId };
};
