import { Aws } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';

/** The table, the key that encrypts it and the indexes that it has. */
export interface TableAccess {
  table: ITable;
  key: IKey;
  indexNames: readonly string[];
}

type Contract = Pick<EndpointEntry, 'method' | 'access' | 'grants'>;

/** A public endpoint that asks for nothing never sees the table. */
export const needsTable = ({ access, grants }: Contract): boolean => access !== 'public' || grants.length > 0;

/** The rights of one endpoint's function: what every request needs, what its contract asks for, and nothing else. */
export const endpointStatements = (endpoint: Contract, data: TableAccess): PolicyStatement[] => {
  if (!needsTable(endpoint)) return [];
  return [...requestStatements(endpoint, data), ...contractStatements(endpoint, data), keyStatement(data)];
};

/** Authentication updates the key's own item, and a POST keeps its idempotency record; neither opens other items. */
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

/** Only a query can read an index, so the other actions stay on the table. */
const contractStatements = ({ grants }: Contract, { table, indexNames }: TableAccess): PolicyStatement[] => {
  const actions = grants.map((grant) => grant.replace('table:', 'dynamodb:'));
  const indexArns = indexNames.map((name) => `${table.tableArn}/index/${name}`);
  const onTable = new PolicyStatement({ actions, resources: [table.tableArn] });
  const onIndexes = new PolicyStatement({ actions: ['dynamodb:Query'], resources: indexArns });
  return [
    ...(actions.length > 0 ? [onTable] : []),
    ...(grants.includes('table:Query') && indexArns.length > 0 ? [onIndexes] : []),
  ];
};

/** DynamoDB uses the table's key in the caller's name. The condition keeps the function from using the key itself. */
const keyStatement = ({ key }: TableAccess): PolicyStatement =>
  new PolicyStatement({
    actions: [
      'kms:Decrypt',
      'kms:DescribeKey',
      'kms:Encrypt',
      'kms:GenerateDataKey',
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
    ],
    resources: [key.keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${Aws.REGION}.${Aws.URL_SUFFIX}` } },
  });
