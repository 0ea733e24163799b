import type { ItemKind } from './item-kind.ts';
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

/** The actions on files in the bucket. Whoever follows a URL that the function signs may get that file, too. */
export const bucketActions = ['PutObject', 'AbortMultipartUpload', 'GetObject', 'DeleteObject', 'ListBucket'] as const;

/**
 * A permission of a function, which the stack turns into its policy. Actions on the table apply only to the kinds of
 * items that other grants name. Authentication needs none: `handle` implies it.
 */
export type Grant =
  | `table:${TableAction}`
  | `read:${ItemKind}`
  | `write:${ItemKind}`
  | 'index:conversation'
  | 'index:failedMessage'
  | 'index:runningBroadcast'
  | 'index:contactEvent'
  | 'index:inbox'
  | 'index:sentMessage'
  | `bucket:${(typeof bucketActions)[number]}`
  /** Limits the actions on files to those that hold recipients of broadcasts. */
  | 'bucket:audiences'
  | 'mail:send'
  | 'hints:publish'
  | 'hints:publishToVisitors'
  | `send:${QueueName}`
  | `secret:${SecretName}`;

/** The actions on the table that it calls. */
export const calls = (...actions: TableAction[]): Grant[] => actions.map((action): Grant => `table:${action}`);

/** The kinds that it only reads. */
export const reads = (...kinds: ItemKind[]): Grant[] => kinds.map((kind): Grant => `read:${kind}`);

/**
 * The kinds that it only writes. A condition check is a write as well: it is part of a transaction, whose items belong
 * together.
 */
export const writes = (...kinds: ItemKind[]): Grant[] => kinds.map((kind): Grant => `write:${kind}`);

/** The kinds that it reads and writes. */
export const manages = (...kinds: ItemKind[]): Grant[] => [...reads(...kinds), ...writes(...kinds)];

/** The queues to which it sends jobs. */
export const sends = (...queues: QueueName[]): Grant[] => queues.map((queue): Grant => `send:${queue}`);
