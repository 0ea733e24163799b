import type * as z from 'zod/mini';
import type { SuccessStatus } from '../http/contract.ts';

export type JsonObject = { [name: string]: unknown };

/** A description, with further keywords where the service enforces what the schema of the code cannot say. */
export type FieldDoc = string | ({ description: string } & JsonObject);

export interface ComponentDoc {
  schema: z.ZodMiniType;
  description: string;
  /** One entry for each property. */
  fields?: Record<string, FieldDoc>;
}

export interface Example {
  summary: string;
  value: JsonObject;
}

/**
 * How the client makes the call of an operation. `npm run sdk` writes the method, unless sdk/src/resources/ has one by
 * hand that does more than the request. `sample` is then its argument in place of the body.
 */
type ClientMethod = { call: `${string}.${string}` } & (
  | { comment?: string; isHandWritten?: never }
  | { isHandWritten: true; sample?: unknown }
);

export interface OperationDoc {
  summary: string;
  /** Its line in the table of docs/api.md. */
  row: string;
  description: string;
  /** Null for an operation that the client does not have. */
  client: ClientMethod | null;
  /** One entry for each parameter of the path and the query, except for those of all lists. */
  parameters?: Record<string, FieldDoc>;
  /** The component that describes the body, with examples by name. */
  request?: { schema: string; examples: Record<string, Example> };
  /**
   * The component in `data`, or for a list the component of its items; else `body` names the whole response. A status
   * whose `data` is another component has it in `otherData`.
   */
  response: ({ data: string; otherData?: Partial<Record<SuccessStatus, string>> } | { body: string }) & {
    examples: Partial<Record<SuccessStatus, JsonObject>>;
  };
}

/**
 * The texts of one area. They are here and not in the contracts, so that the bundles of the functions do not carry
 * them.
 */
export interface AreaTexts {
  description: string;
  components: Record<string, ComponentDoc>;
  operations: Record<string, OperationDoc>;
}
