import { calls, type Grant, manages, writes } from '../grant.ts';

/** The rights that it takes to send a message. */
export const sendGrants: readonly Grant[] = [
  ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'),
  'secret:channelEncryption',
  ...writes('broadcastCounters', 'channelMessage'),
  ...manages('contact', 'conversation', 'message', 'phone', 'template', 'workspace'),
];
