import type { DeployedFunction } from '../model/deployed-function.ts';
import { reads, writes } from '../model/grant.ts';
import { sendGrants } from '../model/messages/send-grants.ts';
import type { Area } from '../operations/operation.ts';
import { type AreaName, areas } from '../operations/operations.ts';

export interface DashboardFunction extends DeployedFunction {
  /** Routes of the HTTP API, which prefers the more specific one. */
  paths: readonly `/${string}`[];
}

interface Served {
  /** The folders whose operations it serves. */
  areas: readonly AreaName[];
  /** It serves the operations that send, and no others. */
  sends?: true;
}

/** The kinds of items that `dashboard` manages. Customers' contacts, conversations and messages are out of its reach. */
const kinds = [
  ...(['apiKey', 'listedApiKey', 'auditEntry', 'delivery', 'webhook'] as const),
  ...(['invitation', 'invitationByAddress', 'member', 'user', 'workspace'] as const),
];

const channelKinds = ['channelAccount', 'member', 'template', 'user', 'webChat', 'workspace'] as const;

const routesOf = (...nouns: string[]) =>
  nouns.flatMap((noun) => [`/api/w/{workspace_id}/${noun}`, `/api/w/{workspace_id}/${noun}/{proxy+}`] as const);

/** The acts that serve members as they serve keys. Where members see something else, theirs are in `members.ts`. */
const listSharedActs = ({ forMembers = {}, ...contracts }: Area): string[] =>
  Object.entries(contracts)
    .filter(([id, operation]) => {
      const { response } = Object(Reflect.get(forMembers, id));
      return 'key' in operation && 'member' in operation && response === undefined;
    })
    .map(([id]) => id);

const toText = (name: string, { areas: names, sends }: Served): string => {
  const parts = names.map((area, index) => {
    const folder = `./functions/operations/${area}`;
    const acts = sends ? [] : listSharedActs(areas[area]);
    const [file, handle] = sends ? ['sends', 'handleSends'] : ['members', 'handleMembers'];
    return {
      imports: [
        `import * as contract${index} from '${folder}/contract.ts';`,
        `import { ${file} as ${file}${index} } from '${folder}/${file}.ts';`,
        ...(acts.length > 0 ? [`import { ${acts.join(', ')} } from '${folder}/handlers.ts';`] : []),
      ],
      routes: `...${handle}(contract${index}, ${file}${index}${acts.length > 0 ? `, { ${acts.join(', ')} }` : ''})`,
    };
  });
  return [
    "import { handleMembers, handleSends } from './functions/dashboard/handle-operation.ts';",
    "import { serveRoutes } from './functions/dashboard/router.ts';",
    ...parts.flatMap(({ imports }) => imports),
    `export const handler = serveRoutes('${name}', [${parts.map(({ routes }) => routes).join(', ')}]);`,
  ].join('\n');
};

type Row = Omit<DashboardFunction, 'entry'> & (Served | { entry: string });

/** Only `signIn` can read the client secret for the issuer. */
const table: readonly Row[] = [
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
    paths: ['/api/{proxy+}', '/api/w/{workspace_id}/web-chat/secrets'],
    areas: [
      'session',
      'overview',
      'webhooks',
      'deliveries',
      'feeds',
      'requests',
      'api-keys',
      'integrations',
      'members',
      'audit',
      'workspace',
      'playground',
      'tasks',
      'chat-secrets',
    ],
    grants: [
      'index:runningBroadcast',
      'secret:encryption',
      'table:BatchGetItem',
      'table:ConditionCheckItem',
      'table:DeleteItem',
      'table:GetItem',
      'table:PutItem',
      'table:Query',
      'table:UpdateItem',
      ...reads('requestRecord', 'refusedCall', ...kinds, 'broadcast', 'broadcastCounters', 'segment', 'task', 'team'),
      ...reads('webChat'),
      ...writes('formerWebhook', 'idempotency', 'task', 'webChat', ...kinds),
    ],
    mailGrants: writes('mailAddress', 'reportMail'),
    hintGrants: ['hints:publish', ...reads('watch'), ...writes('watch')],
  },
  {
    name: 'dashboardChannels',
    paths: routesOf('channels', 'templates', 'routing', 'web-chat'),
    areas: ['channels', 'templates', 'routing', 'web-chat'],
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
      ...writes('auditEntry', 'businessNumber', 'idempotency', 'site', ...channelKinds),
    ],
  },
  {
    name: 'dashboardBroadcasts',
    paths: routesOf('broadcasts'),
    areas: ['broadcasts'],
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
    areas: ['contacts', 'segments'],
    grants: [
      'table:BatchGetItem',
      'table:BatchWriteItem',
      'table:DeleteItem',
      'table:GetItem',
      'table:PutItem',
      'table:Query',
      'table:UpdateItem',
      ...reads('channelUser', 'contact', 'conversation', 'erasure', 'externalId', 'member', 'phone', 'segment'),
      ...reads('segmentMember', 'tag', 'taggedContact', 'team', 'user', 'webhook', 'workspace'),
      // An export shows these, too.
      'index:contactEvent',
      ...reads('broadcast', 'broadcastChunk', 'contactWord', 'delivery', 'formerWebhook', 'media', 'message'),
      ...reads('note', 'recipient', 'webVisit'),
      ...writes('auditEntry', 'channelUser', 'contact', 'contactAnswer', 'contactWord', 'conversation', 'erasure'),
      ...writes(
        'externalId',
        'idempotency',
        'member',
        'phone',
        'segment',
        'segmentMember',
        'segmentName',
        'snooze',
        'tag',
        'taggedContact',
      ),
      ...writes('user', 'webhook'),
    ],
  },
  /** It reads what was written to customers, and what reports count of it, and can change none of it. */
  {
    name: 'dashboardMessages',
    paths: ['/api/w/{workspace_id}/messages', ...routesOf('reports')],
    areas: ['messages', 'reports'],
    grants: [
      'index:failedMessage',
      'index:inbox',
      'table:BatchGetItem',
      'table:GetItem',
      'table:Query',
      'table:UpdateItem',
      ...reads('contact', 'conversation', 'facts', 'member', 'message', 'report', 'user', 'workspace'),
      ...writes('auditEntry', 'idempotency', 'member', 'user'),
    ],
  },
  /** It waits for the channel, with whose secrets it sends. Members who read the inbox do not wait with it. */
  {
    name: 'dashboardSends',
    paths: ['/api/w/{workspace_id}/conversations/{id}/messages', '/api/w/{workspace_id}/inbox/contacts/{id}/messages'],
    areas: ['conversations', 'inbox'],
    sends: true,
    grants: [
      ...sendGrants,
      'bucket:GetObject',
      'bucket:PutObject',
      ...reads('broadcast', 'media', 'member', 'team', 'user'),
      ...writes('auditEntry', 'contactAnswer', 'idempotency', 'media', 'member', 'note', 'snooze', 'user'),
    ],
  },
  {
    name: 'dashboardInbox',
    paths: [...routesOf('inbox', 'conversations', 'saved-replies', 'teams'), '/api/w/{workspace_id}/uploads'],
    areas: ['inbox', 'conversations', 'saved-replies', 'teams'],
    grants: [
      'bucket:GetObject',
      'bucket:PutObject',
      'index:inbox',
      'table:BatchGetItem',
      'table:BatchWriteItem',
      'table:DeleteItem',
      'table:GetItem',
      'table:PutItem',
      'table:Query',
      'table:UpdateItem',
      ...reads('broadcast', 'contact', 'conversation', 'knownWords', 'media', 'member', 'mention', 'message', 'note'),
      ...reads('ownReply', 'presence', 'savedReply', 'team', 'template', 'textWord', 'turn', 'user', 'webVisit'),
      ...writes('assigningTeam'),
      ...writes('auditEntry', 'contact', 'contactAnswer', 'conversation', 'idempotency', 'member', 'mention', 'note'),
      ...writes('ownReply', 'presence', 'savedReply', 'snooze', 'team', 'textWord', 'user', 'workspace'),
    ],
    hintGrants: ['hints:publish', 'hints:publishToVisitors', ...reads('visitorWatch', 'watch')],
  },
];

export const dashboardFunctions: readonly DashboardFunction[] = table.map((row) => ({
  ...row,
  entry: 'entry' in row ? row.entry : { text: toText(row.name, row) },
}));
