import { setTimeout as delay } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import {
  addAttributes,
  type Deployment,
  findResources,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const indexSchema = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']).optional(),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});
const tableSchema = z.object({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  GlobalSecondaryIndexes: z.array(indexSchema).default([]),
  LocalSecondaryIndexes: z.array(indexSchema).optional(),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) })
    .optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

type TableProperties = z.infer<typeof tableSchema>;

export interface TableStream {
  streamArn: string;
  engineStreamArn: string;
}
export interface Tables {
  names: Record<string, string>;
  streams: TableStream[];
}

export const ensureTables = async (deployment: Deployment, client: DynamoDBClient): Promise<Tables> => {
  const tables: Tables = { names: {}, streams: [] };
  for (const resource of findResources(deployment, 'AWS::DynamoDB::Table')) {
    const properties = readProperties(deployment, resource, tableSchema);
    const { Ref: name, Arn: tableArn = '' } = resolveIdentity(deployment, resource);
    const existing = await describeTable(client, name);
    const table = await ensureTable(client, name, properties, existing);
    tables.names[resource.logicalId] = name;
    if (table.LatestStreamArn === undefined) continue;
    // The engine's own ARN has the region "ddblocal"; functions get the deployment's region.
    const streamArn = `${tableArn}/stream/${table.LatestStreamLabel}`;
    addAttributes(deployment, resource, { StreamArn: streamArn });
    tables.streams.push({ streamArn, engineStreamArn: table.LatestStreamArn });
  }
  return tables;
};

const ensureTable = async (
  client: DynamoDBClient,
  name: string,
  desired: TableProperties,
  existing: TableDescription | undefined,
): Promise<TableDescription> => {
  if (existing === undefined) await createTable(client, name, desired);
  else await extendTable(client, name, desired, existing);
  await ensureTimeToLive(client, name, desired);
  return (await describeTable(client, name)) ?? {};
};

const describeTable = async (client: DynamoDBClient, name: string): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const createTable = async (client: DynamoDBClient, name: string, desired: TableProperties): Promise<void> => {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes } = desired;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.length > 0 ? GlobalSecondaryIndexes : undefined,
      LocalSecondaryIndexes,
      StreamSpecification: streamSpecification(desired),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName: name });
};

const ensureTimeToLive = async (client: DynamoDBClient, name: string, desired: TableProperties): Promise<void> => {
  const { TimeToLiveSpecification } = desired;
  if (TimeToLiveSpecification === undefined) return;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return;
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
};

const extendTable = async (
  client: DynamoDBClient,
  name: string,
  desired: TableProperties,
  existing: TableDescription,
): Promise<void> => {
  const { AttributeDefinitions } = desired;
  if (existing.StreamSpecification === undefined && desired.StreamSpecification !== undefined) {
    await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification: streamSpecification(desired) }));
  }
  const indexNames = existing.GlobalSecondaryIndexes?.map((index) => index.IndexName) ?? [];
  for (const index of desired.GlobalSecondaryIndexes.filter(({ IndexName }) => !indexNames.includes(IndexName))) {
    await addIndex(client, name, AttributeDefinitions, index);
  }
};

/** Waits until the index is active: DynamoDB creates one index at a time. */
const addIndex = async (
  client: DynamoDBClient,
  name: string,
  definitions: TableProperties['AttributeDefinitions'],
  index: GlobalSecondaryIndex,
): Promise<void> => {
  await client.send(
    new UpdateTableCommand({
      TableName: name,
      AttributeDefinitions: definitions,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    }),
  );
  const isActive = async (): Promise<boolean> => {
    const indexes = (await describeTable(client, name))?.GlobalSecondaryIndexes ?? [];
    return indexes.some(({ IndexName, IndexStatus }) => IndexName === index.IndexName && IndexStatus === 'ACTIVE');
  };
  while (!(await isActive())) await delay(50);
};

const streamSpecification = ({ StreamSpecification }: TableProperties) =>
  StreamSpecification && { StreamEnabled: true, ...StreamSpecification };
