import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import type { Grant } from '../../functions/model/grant.ts';
import type { ItemKind } from '../../functions/model/item-kind.ts';
import type { Settings } from '../settings.ts';
import { kmsStatements } from './kms-statements.ts';
import { indexKeys, leadingKeys } from './leading-keys.ts';
import { type Queues, sendGrantStatements } from './queue-grants.ts';

export interface TableAccess {
  table: ITable;
  /** Without one, AWS owns the key. */
  key: IKey | undefined;
  indexNames: readonly string[];
}

type Contract = Pick<EndpointEntry, 'method' | 'access' | 'grants'>;

export const needsTable = ({ access, grants }: Contract): boolean =>
  access !== 'public' || tableActions(grants).length > 0;

export const endpointStatements = (
  endpoint: Contract,
  data: TableAccess,
  queues: Queues,
  settings: Pick<Settings, 'email'>,
): PolicyStatement[] => [
  ...requestStatements(endpoint, data, settings),
  ...(needsTable(endpoint) ? tableStatements(endpoint.grants, data) : []),
  ...sendGrantStatements(endpoint.grants, queues, data.key),
];

/**
 * The attributes that authentication writes or compares. IAM cannot tell these apart, so the seal, which is not among
 * them, keeps a function from reviving a key.
 */
const authenticationAttributes = [
  'pk',
  'sk',
  'state',
  'expires_at',
  'last_used_at',
  'last_request_id',
  'last_change_at',
  'networks',
  'window_ends_ms',
  'window_used',
];

/**
 * Authentication updates the API key's item. A request leaves its record, one from a foreign address an entry of the
 * audit log, and a POST its idempotency record.
 */
/** What authentication writes besides where new networks of a key are reported. */
const networkAttributes = ['known_networks', 'change_bit'];

const requestStatements = (
  { access, method }: Contract,
  { table }: TableAccess,
  { email }: Pick<Settings, 'email'>,
): PolicyStatement[] => {
  if (access === 'public') return [];
  const updateItem = { actions: ['dynamodb:UpdateItem'], resources: [table.tableArn] };
  return [
    new PolicyStatement({
      ...updateItem,
      conditions: onlyItems(leadingKeys.apiKey, {
        'dynamodb:Attributes': [...authenticationAttributes, ...(email ? networkAttributes : [])],
      }),
    }),
    new PolicyStatement({
      ...updateItem,
      conditions: onlyItems([
        ...(method === 'POST' ? leadingKeys.idempotency : []),
        ...leadingKeys.requestRecord,
        ...leadingKeys.refusedCall,
      ]),
    }),
  ];
};

export const tableStatements = (grants: readonly Grant[], data: TableAccess): PolicyStatement[] => {
  const { table, key } = data;
  const actions = tableActions(grants);
  return [
    ...itemStatements(table, actions.filter(isRead), grantedKeys(grants, 'read')),
    ...itemStatements(
      table,
      actions.filter((action) => !isRead(action)),
      grantedKeys(grants, 'write'),
    ),
    ...indexStatements(grants, data),
    ...kmsStatements(key, 'dynamodb', tableKeyActions),
  ];
};

const indexStatements = (grants: readonly Grant[], { table }: TableAccess): PolicyStatement[] =>
  Object.entries(indexKeys).flatMap(([grant, { index, pattern }]) =>
    grants.some((given) => given === grant)
      ? new PolicyStatement({
          actions: ['dynamodb:Query'],
          resources: [`${table.tableArn}/index/${index.name}`],
          conditions: onlyItems([pattern]),
        })
      : [],
  );

/** One statement for all kinds: a batch or a transaction of several kinds must be allowed as a whole. */
const itemStatements = (table: ITable, actions: string[], patterns: string[]): PolicyStatement[] => {
  if (actions.length === 0 && patterns.length === 0) return [];
  if (actions.length === 0 || patterns.length === 0)
    throw new Error(`Grants need both actions and kinds of items, but have ${actions} and ${patterns}.`);
  return [new PolicyStatement({ actions, resources: [table.tableArn], conditions: onlyItems(patterns) })];
};

/** A request without the key would satisfy ForAllValues, so the key must also be there. */
const onlyItems = (patterns: readonly string[], exact: Record<string, readonly string[]> = {}) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
  ...(Object.keys(exact).length > 0 ? { 'ForAllValues:StringEquals': exact } : {}),
  Null: Object.fromEntries(['dynamodb:LeadingKeys', ...Object.keys(exact)].map((name) => [name, 'false'])),
});

const grantedKeys = (grants: readonly Grant[], right: 'read' | 'write'): string[] =>
  grants
    .filter((grant) => grant.startsWith(`${right}:`))
    .flatMap((grant) => leadingKeys[grant.slice(right.length + 1) as ItemKind]);

export const tableActions = (grants: readonly Grant[]): string[] =>
  grants.filter((grant) => grant.startsWith('table:')).map((grant) => grant.replace('table:', 'dynamodb:'));

const isRead = (action: string): boolean => /:(Get|BatchGet|Query)/.test(action);

const tableKeyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];
