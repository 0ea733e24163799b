import type { DeployedFunction } from '../model/deployed-function.ts';
import { calls, manages, reads, writes } from '../model/grant.ts';
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
      ...calls('GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'),
      'secret:oidc',
      ...writes('auditEntry', 'invitation'),
      ...manages('identity', 'invitationByAddress', 'member', 'signIn', 'user', 'workspace'),
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
      ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'),
      'index:runningBroadcast',
      'secret:encryption',
      ...reads('broadcast', 'broadcastCounters', 'refusedCall', 'requestRecord', 'segment', 'team'),
      ...writes('feedBatch', 'formerWebhook', 'idempotency'),
      ...manages('task', 'webChat', ...kinds),
    ],
    mailGrants: writes('mailAddress', 'reportMail'),
    hintGrants: ['hints:publish', ...manages('watch')],
  },
  {
    name: 'dashboardChannels',
    paths: routesOf('channels', 'templates', 'routing', 'web-chat'),
    areas: ['channels', 'templates', 'routing', 'web-chat'],
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'),
      'secret:channelEncryption',
      ...writes('auditEntry', 'businessNumber', 'idempotency', 'site'),
      ...manages(...channelKinds),
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
      ...reads('broadcastCounters', 'recipient', 'segment', 'segmentMember', 'tag', 'taggedContact'),
      ...writes('auditEntry', 'broadcastLane', 'idempotency', 'scheduledBroadcast'),
      ...manages('broadcast', 'broadcastAudience', 'broadcastChunk', 'member', 'user'),
    ],
  },
  {
    name: 'dashboardContacts',
    paths: routesOf('contacts', 'segments', 'tags'),
    areas: ['contacts', 'segments'],
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'),
      ...reads('team', 'workspace'),
      ...writes('auditEntry', 'contactAnswer', 'idempotency', 'segmentName', 'snooze'),
      ...manages('channelUser', 'contact', 'contactWord', 'conversation', 'erasure', 'externalId', 'member', 'phone'),
      ...manages('segment', 'segmentMember', 'tag', 'taggedContact', 'user', 'webhook'),
      // An export shows these, too.
      'index:contactEvent',
      ...reads('broadcast', 'broadcastChunk', 'delivery', 'formerWebhook', 'media', 'message', 'note', 'recipient'),
      ...reads('webVisit'),
    ],
  },
  /** It reads what was written to customers, and what reports count of it, and can change none of it. */
  {
    name: 'dashboardMessages',
    paths: routesOf('messages', 'reports'),
    areas: ['messages', 'reports'],
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
      'index:failedMessage',
      'index:inbox',
      'index:sentMessage',
      ...reads('contact', 'conversation', 'facts', 'message', 'report', 'workspace'),
      ...writes('auditEntry', 'idempotency'),
      ...manages('member', 'user'),
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
      ...reads('broadcast', 'team'),
      ...writes('auditEntry', 'contactAnswer', 'idempotency', 'note', 'snooze'),
      ...manages('media', 'member', 'user'),
    ],
  },
  {
    name: 'dashboardInbox',
    paths: [...routesOf('inbox', 'conversations', 'saved-replies', 'teams'), '/api/w/{workspace_id}/uploads'],
    areas: ['inbox', 'conversations', 'saved-replies', 'teams'],
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'),
      'bucket:GetObject',
      'bucket:PutObject',
      'index:inbox',
      ...reads('broadcast', 'knownWords', 'media', 'message', 'template', 'turn', 'webVisit'),
      ...writes('assigningTeam', 'auditEntry', 'contactAnswer', 'idempotency', 'snooze', 'workspace'),
      ...manages('contact', 'conversation', 'member', 'mention', 'note', 'ownReply', 'presence', 'savedReply'),
      ...manages('team', 'textWord', 'user'),
    ],
    hintGrants: ['hints:publish', 'hints:publishToVisitors', ...reads('visitorWatch', 'watch')],
  },
];

export const dashboardFunctions: readonly DashboardFunction[] = table.map((row) => ({
  ...row,
  entry: 'entry' in row ? row.entry : { text: toText(row.name, row) },
}));
