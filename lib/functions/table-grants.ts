import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import type { Grant } from '../../functions/model/grant.ts';
import { kmsStatement } from './kms-statement.ts';
import { type Queues, sendGrantStatements } from './queue-grants.ts';

export interface TableAccess {
  table: ITable;
  key: IKey;
  indexNames: readonly string[];
}

type Contract = Pick<EndpointEntry, 'method' | 'access' | 'grants'>;

export const needsTable = ({ access, grants }: Contract): boolean =>
  access !== 'public' || tableActions(grants).length > 0;

export const endpointStatements = (endpoint: Contract, data: TableAccess, queues: Queues): PolicyStatement[] => [
  ...requestStatements(endpoint, data),
  ...(needsTable(endpoint) ? tableStatements(endpoint.grants, data) : []),
  ...sendGrantStatements(endpoint.grants, queues, data.key),
];

/** Authentication updates the API key's item, and a POST its idempotency record; the condition hides all other items. */
const requestStatements = ({ access, method }: Contract, { table }: TableAccess): PolicyStatement[] => {
  if (access === 'public') return [];
  return [
    new PolicyStatement({
      actions: ['dynamodb:UpdateItem'],
      resources: [table.tableArn],
      conditions: {
        'ForAllValues:StringLike': {
          'dynamodb:LeadingKeys': method === 'POST' ? ['KEY#*', 'IDEMPOTENCY#*'] : ['KEY#*'],
        },
      },
    }),
  ];
};

export const tableStatements = (grants: readonly Grant[], data: TableAccess): PolicyStatement[] => {
  const { table, key, indexNames } = data;
  const actions = tableActions(grants);
  const indexArns = indexNames.map((name) => `${table.tableArn}/index/${name}`);
  const tableStatement = new PolicyStatement({ actions, resources: [table.tableArn] });
  const indexStatement = new PolicyStatement({ actions: ['dynamodb:Query'], resources: indexArns });
  return [
    ...(actions.length > 0 ? [tableStatement] : []),
    ...(grants.includes('index:Query') ? [indexStatement] : []),
    kmsStatement(key, 'dynamodb', tableKeyActions),
  ];
};

export const tableActions = (grants: readonly Grant[]): string[] =>
  grants.filter((grant) => grant.startsWith('table:')).map((grant) => grant.replace('table:', 'dynamodb:'));

const tableKeyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];
