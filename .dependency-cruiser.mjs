/** The arrows of the house: who may import whom. `npm run check:arrows` holds the code to them. */

const never = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
const folder = (...names) => ({ path: `^functions/(${names.join('|')})/` });

export default {
  forbidden: [
    never('no-circles', 'A circle has no bottom: move the shared part down.', {}, { circular: true }),
    never('no-missing', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    never(
      'declared-packages',
      'What runs in Lambda uses only packages of "dependencies".',
      { path: '^functions/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    never('model-imports-zod-alone', 'Shapes and pure rules depend on nothing.', folder('model'), {
      pathNot: '^(functions/model/|node_modules/zod/)',
    }),
    never('platform-knows-no-business', 'The platform imports nothing of ours.', folder('platform'), {
      path: '^functions/(?!platform/)',
    }),
    never('table-below-domain', 'The table knows nothing of verbs and handlers.', folder('table'), {
      path: '^functions/(?!table/|platform/|model/)',
    }),
    never('domain-below-handlers', 'A verb does not know who calls it.', folder('domain'), {
      path: '^functions/(?!domain/|table/|platform/|model/)',
    }),
    never('http-below-the-doors', 'Both HTTP doors build on functions/http.', folder('http'), {
      path: '^functions/(?!http/|platform/|model/)',
    }),
    never(
      'doors-stand-apart',
      'Receivers and consumers import nothing from the API.',
      folder('receivers', 'consumers'),
      {
        path: '^functions/api/',
      },
    ),
    never(
      'handlers-through-domain',
      'A handler reaches the table through a verb.',
      folder('api', 'receivers', 'consumers', 'http'),
      {
        path: '^functions/table/(?!dynamodb/changes\\.ts$)',
      },
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
      'What runs does not know how it is deployed.',
      { path: '^functions/' },
      {
        path: '^(lib|bin|tools|test)/|^node_modules/(aws-cdk-lib|constructs)/',
      },
    ),
    never(
      'lib-reads-the-endpoint-table',
      'The stacks know of the functions their tables, the model, and the names of variables and metrics.',
      { path: '^lib/' },
      {
        path: '^functions/(?!deployed\\.ts$|model/|platform/(env|metrics)\\.ts$)',
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
      'The local runtime hosts what is deployed, whatever that is.',
      { path: '^tools/local' },
      {
        path: '^functions/',
      },
    ),
    never(
      'simulator-stands-apart',
      'The simulator plays the channel; it knows the service by its URL alone.',
      { path: '^tools/simulator' },
      { path: '^(functions|lib)/' },
    ),
    never(
      'no-tests-in-the-product',
      'Nothing that ships imports a test.',
      { path: '^(bin|lib|functions|tools)/' },
      { path: '^test/' },
    ),
    never(
      'no-orphans',
      'A file that nothing imports and nothing starts.',
      {
        orphan: true,
        path: '^(functions|lib)/',
        pathNot: '(lambda-credentials|\\.json$)',
      },
      {},
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
