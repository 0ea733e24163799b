import type { DeployedFunction } from '../model/deployed-function.ts';
import { reads, writes } from '../model/grant.ts';
import { sendGrants } from '../model/messages/send-grants.ts';

export interface DashboardFunction extends DeployedFunction {
  /** Routes of the HTTP API, which prefers the more specific one. */
  paths: readonly `/${string}`[];
}

/** What `dashboard` manages. Customers' contacts, conversations and messages are out of its reach. */
const kinds = [
  ...(['apiKey', 'listedApiKey', 'auditEntry', 'delivery', 'webhook'] as const),
  ...(['invitation', 'invitationByAddress', 'member', 'user', 'workspace'] as const),
];

const channelKinds = ['channelAccount', 'member', 'template', 'user', 'workspace'] as const;

const routesOf = (...nouns: string[]) =>
  nouns.flatMap((noun) => [`/api/w/{workspace_id}/${noun}`, `/api/w/{workspace_id}/${noun}/{proxy+}`] as const);

/** Only `signIn` can read the client secret for the issuer. */
export const dashboardFunctions: readonly DashboardFunction[] = [
  {
    name: 'signIn',
    paths: ['/auth/{proxy+}'],
    entry: 'functions/dashboard/sign-in.ts',
    grants: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'table:DeleteItem',
      'table:ConditionCheckItem',
      ...reads('identity', 'invitationByAddress', 'member', 'signIn', 'user', 'workspace'),
      ...writes('auditEntry', 'identity', 'invitation', 'invitationByAddress', 'member', 'signIn', 'user', 'workspace'),
      'secret:oidc',
    ],
  },
  {
    name: 'dashboard',
    paths: ['/api/{proxy+}'],
    entry: 'functions/dashboard/dashboard.ts',
    grants: [
      'secret:encryption',
      'table:BatchGetItem',
      'table:ConditionCheckItem',
      'table:DeleteItem',
      'table:GetItem',
      'table:PutItem',
      'table:Query',
      'table:UpdateItem',
      ...reads('requestRecord', 'refusedCall', ...kinds, 'broadcast', 'broadcastCounters'),
      ...writes('formerWebhook', 'idempotency', ...kinds),
    ],
    mailGrants: writes('mailAddress'),
  },
  {
    name: 'dashboardChannels',
    paths: routesOf('channels', 'templates'),
    entry: 'functions/dashboard/dashboard-channels.ts',
    grants: [
      'secret:channelEncryption',
      'table:BatchGetItem',
      'table:BatchWriteItem',
      'table:DeleteItem',
      'table:GetItem',
      'table:PutItem',
      'table:Query',
      'table:UpdateItem',
      ...reads(...channelKinds),
      ...writes('auditEntry', 'businessNumber', 'idempotency', ...channelKinds),
    ],
  },
  {
    name: 'dashboardBroadcasts',
    paths: routesOf('broadcasts'),
    entry: 'functions/dashboard/dashboard-broadcasts.ts',
    grants: [
      ...sendGrants,
      'bucket:audiences',
      'bucket:DeleteObject',
      'bucket:GetObject',
      'bucket:PutObject',
      ...reads('broadcast', 'broadcastAudience', 'broadcastChunk', 'broadcastCounters', 'member', 'recipient'),
      ...reads('segment', 'segmentMember', 'tag', 'taggedContact', 'user'),
      ...writes('auditEntry', 'broadcast', 'broadcastAudience', 'broadcastChunk', 'broadcastLane', 'idempotency'),
      ...writes('member', 'scheduledBroadcast', 'user'),
    ],
  },
  {
    name: 'dashboardContacts',
    paths: routesOf('contacts', 'segments', 'tags'),
    entry: 'functions/dashboard/dashboard-contacts.ts',
    grants: [
      'table:BatchGetItem',
      'table:DeleteItem',
      'table:GetItem',
      'table:PutItem',
      'table:Query',
      'table:UpdateItem',
      ...reads('channelUser', 'contact', 'conversation', 'erasure', 'externalId', 'member', 'phone', 'segment'),
      ...reads('segmentMember', 'tag', 'taggedContact', 'user', 'webhook', 'workspace'),
      // An export shows these, too.
      'index:contactEvent',
      ...reads('broadcast', 'broadcastChunk', 'delivery', 'formerWebhook', 'media', 'message'),
      ...reads('note', 'recipient'),
      ...writes('auditEntry', 'channelUser', 'contact', 'contactAnswer', 'conversation', 'erasure', 'externalId'),
      ...writes('idempotency', 'member', 'phone', 'segment', 'segmentMember', 'segmentName', 'tag', 'taggedContact'),
      ...writes('user', 'webhook'),
    ],
  },
  /** It reads what was written to customers, and can change none of it. */
  {
    name: 'dashboardMessages',
    paths: ['/api/w/{workspace_id}/messages'],
    entry: 'functions/dashboard/dashboard-messages.ts',
    grants: [
      'index:failedMessage',
      'table:BatchGetItem',
      'table:GetItem',
      'table:UpdateItem',
      ...reads('contact', 'conversation', 'member', 'message', 'user'),
      ...writes('auditEntry', 'idempotency', 'member', 'user'),
    ],
  },
  /** It sends, so it can decrypt channel secrets. Those of keys and webhooks are out of its reach. */
  {
    name: 'dashboardInbox',
    paths: [
      ...routesOf('inbox', 'replies'),
      '/api/w/{workspace_id}/conversations/{proxy+}',
      '/api/w/{workspace_id}/uploads',
    ],
    entry: 'functions/dashboard/dashboard-inbox.ts',
    grants: [
      ...sendGrants,
      'bucket:GetObject',
      'bucket:PutObject',
      'index:inbox',
      'table:DeleteItem',
      ...reads('broadcast', 'media', 'member', 'mention', 'note', 'ownReply', 'presence', 'savedReply', 'user'),
      ...writes('auditEntry', 'contactAnswer', 'idempotency', 'media', 'member', 'mention', 'note', 'ownReply'),
      ...writes('presence', 'savedReply', 'user'),
    ],
  },
];
