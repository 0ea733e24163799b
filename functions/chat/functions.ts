import type { DeployedFunction } from '../model/deployed-function.ts';
import { reads, writes } from '../model/grant.ts';

export interface ChatFunction extends DeployedFunction {
  /** Routes of the chat's own HTTP API. */
  paths: readonly `/${string}`[];
}

const folder = './functions/operations/visitors';

/** Websites load one of them with every page, and visitors who write call the other. */
export const chatFunctions: readonly ChatFunction[] = [
  {
    name: 'chatSite',
    paths: ['/sites/{proxy+}', '/frame/{proxy+}', '/test/{proxy+}'],
    entry: 'functions/chat/site.ts',
    grants: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:UpdateItem',
      ...reads('site', 'webChat', 'workspace'),
      ...writes('webChat'),
    ],
  },
  {
    name: 'chatVisitor',
    paths: ['/api/{proxy+}'],
    entry: {
      text: [
        "import { handleVisitors } from './functions/chat/handle-visitors.ts';",
        "import { addressLimit } from './functions/chat/visitor-limits.ts';",
        "import { serveRoutes } from './functions/dashboard/router.ts';",
        `import * as contract from '${folder}/contract.ts';`,
        `import { visitors } from '${folder}/visitors.ts';`,
        "export const handler = serveRoutes('chatVisitor', handleVisitors(contract, visitors), addressLimit, 'the chat');",
      ].join('\n'),
    },
    grants: [
      'bucket:GetObject',
      'bucket:PutObject',
      'secret:encryption',
      'send:processInbound',
      'table:BatchGetItem',
      'table:BatchWriteItem',
      'table:DeleteItem',
      'table:GetItem',
      'table:PutItem',
      'table:Query',
      'table:UpdateItem',
      ...reads('channelUser', 'contact', 'continuation', 'conversation', 'externalId', 'media', 'member', 'message'),
      ...reads('presence', 'report', 'site', 'visitor', 'webChat', 'webVisit', 'workspace'),
      ...writes('channelUser', 'contact', 'continuation', 'conversation', 'externalId', 'newVisitors', 'note'),
      ...writes('taggedContact', 'usedIdentity', 'visitor', 'visitorWatch', 'webVisit'),
    ],
    hintGrants: ['hints:publish', ...reads('watch')],
  },
];
