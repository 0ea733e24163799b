import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { env } from '../../../functions/platform/env.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';

export const dumpTable = async (): Promise<string> => {
  const pages: string[] = [];
  for await (const { Items } of paginateScan({ client: table }, { TableName: env.tableName(), ConsistentRead: true }))
    pages.push(JSON.stringify(Items));
  return pages.join('\n');
};
