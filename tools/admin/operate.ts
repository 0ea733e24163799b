import type * as z from 'zod/mini';
import { validate } from '../../functions/http/validation-message.ts';
import { ApiError } from '../../functions/model/api-error.ts';
import type { ActResult } from '../../functions/operations/act.ts';
import type { Area, MemberContracts, MemberIds, MemberOperation } from '../../functions/operations/operation.ts';
import type { AreaName, Areas } from '../../functions/operations/operations.ts';
import { newId } from '../../functions/platform/ids.ts';

/** An act of the service that members can do, such as `webhooks/rotateWebhookSecret`. */
export type OperationName = { [Name in AreaName]: `${Name}/${MemberIds<Areas[Name]>}` }[AreaName];

type ContractOf<Name> = Name extends `${infer Name extends AreaName}/${infer Id}`
  ? MemberContracts<Areas[Name]>[Id & MemberIds<Areas[Name]>]
  : never;

type Sent<Op> = {
  [Field in keyof Op & ('params' | 'query' | 'body')]: Op[Field] extends z.ZodMiniType ? z.input<Op[Field]> : unknown;
};

interface Operator {
  workspace: string;
  /** The name that members see. */
  as?: string;
  /** The position in a list at which a page begins. */
  after?: string | undefined;
}

type ResultOf<Name> =
  ActResult<ContractOf<Name>> extends infer Result
    ? Result extends { next?: unknown }
      ? Result
      : Result extends { data: infer Data }
        ? Data
        : never
    : never;

const load = (area: string, file: 'contract' | 'members' | 'handlers') =>
  import(`../../functions/operations/${area}/${file}.ts`);

export const loadContract = async (name: OperationName): Promise<MemberOperation> => {
  const { toMemberContracts } = await import('../../functions/operations/operation.ts');
  const [area = '', id = ''] = name.split('/');
  const contracts: Area = await load(area, 'contract');
  return Reflect.get(toMemberContracts(contracts), id);
};

/** The door for operators, who have the rights of an Owner and are no members. Returns a page, or the data alone. */
export const operate = async <Name extends OperationName>(
  name: Name,
  { workspace: workspaceId, as = 'operator', after, ...sent }: Operator & Sent<ContractOf<Name>>,
): Promise<ResultOf<Name>> => {
  const [area = '', id = ''] = name.split('/');
  const contract = await loadContract(name);
  const own = (await load(area, 'members')).members[id];
  const run = typeof own === 'function' ? own : (own?.run ?? (await load(area, 'handlers'))[id].run);
  const read = (field: 'params' | 'query' | 'body'): unknown => {
    const value = contract[field] && validate(contract[field], Reflect.get(sent, field));
    if (value instanceof ApiError) throw value;
    return value;
  };
  const input = { params: read('params'), query: read('query'), body: read('body'), page: { limit: 100, after } };
  const result = await run({ caller: { workspaceId, name: as, role: 'owner' }, id: newId(), ...input });
  return 'next' in result ? result : result.data;
};
