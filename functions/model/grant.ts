import type { QueueName } from './queue.ts';
import type { SecretName } from './secret.ts';

/** A transaction needs the actions of its parts. */
type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';

/** A permission of a function, which the stack turns into its policy. Authentication needs none: `handle` implies it. */
export type Grant = `table:${TableAction}` | 'index:Query' | `send:${QueueName}` | `secret:${SecretName}`;
