import type { MemberContracts } from '../operations/operation.ts';
import { toMemberContracts } from '../operations/operation.ts';
import { type Areas, areas } from '../operations/operations.ts';

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type Operations = Intersection<{ [Name in keyof Areas]: MemberContracts<Areas[Name]> }[keyof Areas]>;

export type OperationId = keyof Operations;

/** Every operation of the dashboard. */
export const operations: Operations = Object.assign({}, ...Object.values(areas).map(toMemberContracts));
