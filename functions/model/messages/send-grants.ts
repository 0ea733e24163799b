import { type Grant, reads, writes } from '../grant.ts';

/** The rights that it takes to send a message. */
export const sendGrants: readonly Grant[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:Query',
  'table:PutItem',
  'table:UpdateItem',
  'secret:channelEncryption',
  ...reads('contact', 'conversation', 'message', 'phone', 'template', 'workspace'),
  ...writes(
    'broadcastCounters',
    'channelMessage',
    'contact',
    'conversation',
    'message',
    'phone',
    'template',
    'workspace',
  ),
];
