/** Who may import whom. `npm run check:arrows` enforces it. */

const never = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
const folder = (...names) => ({ path: `^functions/(${names.join('|')})/` });

/** The nouns of functions/domain, and for each the nouns that it may import. A test says when a noun lacks a line. */
const domainNouns = {
  workspaces: [],
  access: ['workspaces'],
  audit: [],
  members: ['workspaces'],
  mail: ['members', 'reports'],
  contacts: ['access', 'workspaces'],
  channels: ['workspaces'],
  webhooks: ['workspaces'],
  feeds: [],
  deliveries: ['feeds', 'webhooks'],
  media: ['channels', 'webhooks', 'workspaces'],
  segments: ['contacts'],
  teams: [],
  conversations: ['teams'],
  templates: ['channels'],
  hints: ['conversations', 'members'],
  turns: ['conversations', 'teams'],
  routing: ['channels', 'workspaces'],
  'web-chat': [
    ...['channels', 'contacts', 'conversations', 'erasures', 'hints', 'inbound', 'mail', 'media', 'members'],
    ...['reports', 'routing', 'workspaces'],
  ],
  reports: ['routing', 'workspaces'],
  messages: ['channels', 'contacts', 'conversations', 'routing', 'templates', 'workspaces'],
  broadcasts: ['channels', 'contacts', 'messages', 'segments', 'templates', 'workspaces'],
  inbound: ['broadcasts', 'channels', 'contacts', 'conversations', 'messages', 'routing', 'templates'],
  erasures: ['audit', 'broadcasts', 'channels', 'deliveries', 'media'],
  inbox: ['channels', 'conversations', 'hints', 'media', 'messages', 'teams'],
  tasks: ['contacts', 'deliveries', 'inbox', 'segments'],
  playground: ['access', 'channels'],
};

const tableNouns = {
  dynamodb: [],
  workspaces: ['dynamodb'],
  audit: ['dynamodb'],
  contacts: ['dynamodb'],
  segments: ['dynamodb'],
  templates: ['dynamodb'],
  webhooks: ['dynamodb', 'workspaces'],
  deliveries: ['dynamodb', 'webhooks'],
  feeds: ['dynamodb', 'deliveries', 'webhooks'],
  channels: ['dynamodb', 'contacts'],
  media: ['dynamodb'],
  access: ['dynamodb', 'workspaces'],
  members: ['dynamodb'],
  hints: ['dynamodb'],
  mail: ['dynamodb', 'members'],
  teams: ['dynamodb'],
  turns: ['dynamodb'],
  conversations: ['dynamodb', 'contacts'],
  routing: ['dynamodb'],
  reports: ['dynamodb'],
  messages: ['dynamodb', 'contacts', 'conversations', 'templates', 'workspaces'],
  broadcasts: ['dynamodb', 'contacts', 'messages', 'workspaces'],
  inbound: ['dynamodb', 'channels', 'contacts', 'conversations', 'media', 'messages', 'workspaces'],
  erasures: ['dynamodb', 'audit', 'contacts'],
  inbox: ['dynamodb'],
  'web-chat': ['dynamodb', 'channels', 'contacts', 'conversations', 'messages', 'workspaces'],
  tasks: ['dynamodb'],
};

/** The folders of the dashboard, lowest first. `app`, above them all, has the router, the shell and the table of pages. */
const dashboardFolders = {
  context: [],
  texts: ['context'],
  api: ['context', 'texts'],
  components: ['context', 'texts', 'api'],
  pages: ['context', 'texts', 'api', 'components'],
};

/** The page is in the files beside these, which none of them knows. A test says when a folder lacks a line. */
const inboxFolders = {
  words: [],
  store: ['words'],
  snooze: ['words'],
  list: ['words', 'store', 'snooze'],
  thread: ['words', 'store'],
  composer: ['words', 'store'],
  contact: [],
  conversation: ['words', 'store', 'snooze', 'thread', 'composer'],
};

/** Each of these may import the files beside the folders, except for `closed` ones. */
const folderRules = (root, folders, closed = '') =>
  Object.entries(folders).map(([name, below]) =>
    never(
      `${root}/${name}`,
      `${root}/${name} builds on ${below.join(', ') || 'no other folder'}.`,
      { path: `^${root}/${name}/` },
      { path: `^${root}/(?!(${[name, ...below].join('|')})/)([^/]+/${closed && `|${closed}`})` },
    ),
  );

export default {
  forbidden: [
    never('no-circles', 'Move the shared part down.', {}, { circular: true }),
    never('no-missing', 'The import does not resolve.', {}, { couldNotResolve: true }),
    never(
      'declared-packages',
      'Code that runs in Lambda uses only packages of "dependencies".',
      { path: '^functions/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    never('model-imports-zod-alone', 'Shapes and pure rules depend on nothing.', folder('model'), {
      pathNot: '^(functions/model/|node_modules/zod/)',
    }),
    never('platform-imports-nothing-of-ours', 'The platform knows no business.', folder('platform'), {
      path: '^functions/(?!platform/)',
    }),
    never('table-below-domain', 'The table knows nothing of operations and handlers.', folder('table'), {
      path: '^functions/(?!table/|platform/|model/)',
    }),
    never('domain-below-handlers', 'An operation does not know its caller.', folder('domain'), {
      path: '^functions/(?!domain/|table/|platform/|model/)',
    }),
    never('domain-knows-no-lambda', 'Handlers parse what Lambda sends.', folder('domain', 'model', 'platform'), {
      path: '(^|/)(@types/)?aws-lambda',
    }),
    ...folderRules('functions/domain', domainNouns, 'changes\\.ts'),
    ...folderRules('functions/table', tableNouns),
    never('dynamodb-below-keys', 'The entity chart builds on the client, not the reverse.', folder('table/dynamodb'), {
      path: '^functions/table/[^/]+\\.ts$',
    }),
    never(
      'http-below-entry-points',
      'The API and the dashboard build on functions/http, which claims idempotent requests.',
      folder('http'),
      {
        path: '^functions/(?!http/|platform/|model/|domain/access/idempotency\\.ts$)',
      },
    ),
    never(
      'operations-know-no-door',
      'An operation says what it does; the doors for keys and members build on it.',
      folder('operations'),
      { path: '^functions/(api|chat|dashboard|receivers|consumers)/' },
    ),
    never('api-and-dashboard-stand-apart', 'Both build on functions/http and functions/operations.', folder('api'), {
      path: '^functions/dashboard/',
    }),
    never(
      'entry-points-stand-apart',
      'Receivers, consumers and the dashboard import nothing of the API.',
      folder('receivers', 'consumers', 'chat', 'dashboard'),
      {
        path: '^functions/api/',
      },
    ),
    never(
      'texts-in-no-bundle',
      'Only tools and tests read the texts of operations, so no bundle carries them.',
      { path: '^functions/(?!operations/.*(texts|examples|samples|shapes)\\.ts$)' },
      { path: '^functions/operations/.*(texts|examples|samples|shapes)\\.ts$' },
    ),
    never(
      'handlers-through-domain',
      'A handler reaches the table through an operation of the domain; only a stream consumer decodes its changes itself.',
      folder('api', 'chat', 'dashboard', 'operations', 'receivers', 'consumers'),
      { path: '^functions/table/(?!dynamodb/changes\\.ts$)' },
    ),
    never(
      'table-speaks-dynamodb-alone',
      'Only functions/table speaks DynamoDB.',
      { path: '^functions/(?!table/)' },
      {
        path: '^node_modules/@aws-sdk/(client-dynamodb|lib-dynamodb|util-dynamodb)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'functions-know-no-cdk',
      'Functions do not know how they are deployed.',
      { path: '^functions/' },
      { path: '^(lib|bin|tools|test)/|^node_modules/(aws-cdk-lib|constructs)/' },
    ),
    never(
      'lib-reads-the-tables',
      'The stacks read the list of functions, the model, the keys, and the names of variables and metrics.',
      { path: '^lib/' },
      {
        path: '^functions/(?!deployed\\.ts$|model/|table/(index-)?keys\\.ts$|platform/(env|log/metrics)\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'lib-below-bin',
      'The stacks do not know who synthesizes them.',
      { path: '^lib/' },
      { path: '^(bin|tools|test)/' },
    ),
    never(
      'local-reads-the-assembly',
      'The local runtime hosts any assembly and knows none of its code.',
      { path: '^tools/local/(?!npm-start/)' },
      { path: '^functions/' },
    ),
    never(
      'local-runtime-below-npm-start',
      'The local runtime hosts any assembly; only npm-start knows Switchboard, the issuer and the simulator.',
      { path: '^tools/local/(?!npm-start/|issuer/)' },
      { path: '^tools/(local/(npm-start|issuer)|simulator)/' },
    ),
    never(
      'simulator-stands-apart',
      'The simulator plays the channel and knows the service only by its URL.',
      { path: '^tools/simulator' },
      { path: '^(functions|lib)/' },
    ),
    never(
      'dashboard-reads-the-model',
      'The browser gets pure rules and types, never a function. The build reads the routes of the operations.',
      { path: '^dashboard/', pathNot: '^dashboard/vite\\.config\\.ts$' },
      { path: '^(bin|lib|tools)/|^functions/(?!model/)', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'dashboard-stands-apart',
      'The dashboard is built by Vite; nothing imports it.',
      { path: '^(bin|lib|functions|tools)/' },
      { path: '^dashboard/' },
    ),
    ...folderRules('dashboard', dashboardFolders),
    ...folderRules('dashboard/pages/inbox', inboxFolders, '[^/]+$'),
    never(
      'sdk-stands-alone',
      'The client is a package of its own. Its command needs Node; a test bundles the rest without.',
      { path: '^sdk/(?!chat/)' },
      { pathNot: '^sdk/(?!chat/)', dependencyTypesNot: ['core'] },
    ),
    never(
      'chat-stands-alone',
      "What runs in the visitor's browser is Preact and its own code; esbuild builds it.",
      { path: '^sdk/chat/' },
      { pathNot: '^(sdk/chat/|node_modules/(preact|esbuild)/)', dependencyTypesNot: ['core'] },
    ),
    never(
      'loader-stays-small',
      'Every page of a website loads the loader.',
      { path: '^sdk/chat/loader/' },
      { path: '^(sdk/chat/(frame|languages/(?!choose))|node_modules)/' },
    ),
    never(
      'nothing-imports-the-sdk',
      'Only tests, examples, and the commands that share its code use the client.',
      {
        path: '^(bin|lib|functions|tools|dashboard)/',
        pathNot: '^(tools/admin/commands/(client|completion|listen)|tools/mcp/tool|bin/switchboard)\\.ts$',
      },
      { path: '^sdk/' },
    ),
    never(
      'no-tests-in-the-product',
      'Nothing that ships imports a test.',
      { path: '^(bin|lib|functions|tools|dashboard|sdk)/' },
      { path: '^test/' },
    ),
    never(
      'no-orphans',
      'Nothing imports or starts this file.',
      {
        orphan: true,
        path: '^(functions|lib|dashboard)/',
        pathNot: '(platform/sdk/|\\.json$|vite\\.config|operations/.*texts\\.ts$)',
      },
      {},
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^sdk/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
