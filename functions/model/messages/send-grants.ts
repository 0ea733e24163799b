import { calls, type Grant, manages, writes } from '../grant.ts';

/** The rights that it takes to send a message. */
export const sendGrants: readonly Grant[] = [
  ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'),
  'secret:channelEncryption',
  ...writes('broadcastCounters', 'channelMessage'),
  ...manages('contact', 'conversation', 'message', 'phone', 'template', 'workspace'),
];

/** The errors of its own that sending has. */
export const sendErrorCodes = [
  'msgapp_not_configured',
  'template_malformed',
  'plan_limit_reached',
  'subscription_lapsed',
  'platform_error',
] as const;
