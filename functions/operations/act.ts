import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { ResponseCodec } from '../domain/access/idempotency.ts';
import type { Versioned } from '../http/cacheable.ts';
import type { ResultFor } from '../http/format-response.ts';
import type { FindResource } from '../http/parse-request.ts';
import type { Caller, HandlerInput } from '../http/request.ts';
import type { KeyCaller } from '../model/access/api-key.ts';
import type { AuditAction, AuditSubject } from '../model/audit/audit-entry.ts';
import type { MemberCaller } from '../model/members/member.ts';
import type { UserCaller } from '../model/members/user.ts';
import type { KnownVisitor, VisitorCaller } from '../model/web-chat/visitor.ts';
import type { MemberContracts, MemberIds, Operation } from './operation.ts';

type Parsed<Op, Field extends 'params' | 'query' | 'body'> = Op extends {
  readonly [Name in Field]: infer Schema extends z.ZodMiniType;
}
  ? z.output<Schema>
  : unknown;

type Input<By extends KeyCaller | MemberCaller | UserCaller, Op> = HandlerInput<
  By,
  Parsed<Op, 'params'>,
  Parsed<Op, 'query'>,
  Parsed<Op, 'body'>
>;

export type ActResult<Op> = Op extends { response: () => infer Schema extends z.ZodMiniType }
  ? ResultFor<z.output<Schema>>
  : never;

/** Keys call the act, and members too if it has a door for them. */
type ActCaller<Op> = Op extends { member: object } ? KeyCaller | MemberCaller : KeyCaller;

/** What an operation does, whoever calls it. */
export interface Act<Op extends Operation> {
  run: (input: Input<ActCaller<Op>, Op>) => Promise<ActResult<Op>>;
  /** Makes a missing resource a 404 before an invalid body is a 400. */
  find?: FindResource<ActCaller<Op>, Parsed<Op, 'params'>>;
  /** Keeps responses for replays. */
  responses?: ResponseCodec;
}

/** Needs no key, so its bundle holds no SDK. */
export interface PublicAct<Op extends Operation> {
  run: (event: APIGatewayProxyEvent) => Promise<z.output<ReturnType<Op['response']>>>;
}

/** Describes the target of an act: before the act from its input, and after a success from its result. */
export interface ActDescription<Input, Result> {
  /** Undefined means that nothing will change, so there is no entry. */
  describe?: (input: Input) => AuditSubject | Promise<AuditSubject | undefined>;
  describeResult?: (result: Result) => AuditSubject;
  /** An act that takes several calls leaves an entry for the first one only. */
  isAudited?: (input: Input) => boolean;
}

type MemberActCaller<Op> = Op extends { role: 'signed-in' } ? UserCaller : MemberCaller;

type MemberInput<Op> = Input<MemberActCaller<Op>, Op>;

type MemberRun<Op> = (input: MemberInput<Op>) => Promise<ActResult<Op> | Versioned<ActResult<Op>>>;

interface MemberAct<Op> extends ActDescription<MemberInput<Op>, ActResult<Op>> {
  run: MemberRun<Op>;
  find?: FindResource<MemberActCaller<Op>, Parsed<Op, 'params'>>;
  responses?: ResponseCodec;
}

interface PersonalAct<Op> extends MemberAct<Op> {
  /** The workspaces whose audit log gets an entry. */
  findLogs: (input: MemberInput<Op>) => Promise<string[]>;
}

type OwnAct<Op> = Op extends { role: 'signed-in'; audit: AuditAction }
  ? PersonalAct<Op>
  : MemberRun<Op> | MemberAct<Op>;

type Serves<Acts, Id, Op> = Id extends keyof Acts ? (Acts[Id] extends { run: MemberRun<Op> } ? true : false) : false;

type ServedIds<Contracts, Acts> = {
  [Id in MemberIds<Contracts>]: Serves<Acts, Id, MemberContracts<Contracts>[Id]> extends true ? Id : never;
}[MemberIds<Contracts>];

type SendIds<Contracts> = {
  [Id in keyof Contracts]: Contracts[Id] extends { member: { sends: true } } ? Id : never;
}[keyof Contracts];

/**
 * What members do in an area besides what keys do. An act that serves both doors needs an entry only for its description
 * in the audit log.
 */
export type MemberActs<Contracts, Acts = unknown> = {
  [Id in Exclude<MemberIds<Contracts>, ServedIds<Contracts, Acts> | SendIds<Contracts>>]: OwnAct<
    MemberContracts<Contracts>[Id]
  >;
} & {
  [Id in ServedIds<Contracts, Acts>]?: Partial<MemberAct<MemberContracts<Contracts>[Id]>>;
};

/** What members send, which another function serves. */
export type SendActs<Contracts> = {
  [Id in MemberIds<Contracts> & SendIds<Contracts>]: MemberAct<MemberContracts<Contracts>[Id]>;
};

type VisitorCallerOf<Op> = Op extends { visitor: { token: 'known' } } ? KnownVisitor : VisitorCaller;

type VisitorInput<Op> = HandlerInput<
  Caller & VisitorCallerOf<Op>,
  Parsed<Op, 'params'>,
  Parsed<Op, 'query'>,
  Parsed<Op, 'body'>
>;

type VisitorRun<Op> = (input: VisitorInput<Op>) => Promise<ActResult<Op> | Versioned<ActResult<Op>>>;

/** What visitors of the web chat do. */
export type VisitorActs<Contracts> = {
  [Id in keyof Contracts as Contracts[Id] extends { visitor: object } ? Id : never]: VisitorRun<Contracts[Id]>;
};
