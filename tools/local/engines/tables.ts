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
import { type Deployment, identityOf, learn, readProperties, resourcesOf } from '../template/deployment.ts';

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

export type TableStream = { streamArn: string; engineStreamArn: string; isNewTable: boolean };
export type Tables = { names: Record<string, string>; streams: TableStream[] };

/** Creates the tables of the deployment where they are missing, and adds to those that are there what they lack. */
export const provideTables = async (deployment: Deployment, client: DynamoDBClient): Promise<Tables> => {
  const tables: Tables = { names: {}, streams: [] };
  for (const resource of resourcesOf(deployment, 'AWS::DynamoDB::Table')) {
    const properties = readProperties(deployment, resource, tableSchema);
    const { Ref: name, Arn: tableArn = '' } = identityOf(deployment, resource);
    const existing = await describe(client, name);
    const table = await provideTable(client, name, properties, existing);
    tables.names[resource.logicalId] = name;
    if (table.LatestStreamArn === undefined) continue;
    // The engine calls its region "ddblocal"; functions see the ARN that the rest of the deployment knows.
    const streamArn = `${tableArn}/stream/${table.LatestStreamLabel}`;
    learn(deployment, resource, { StreamArn: streamArn });
    tables.streams.push({ streamArn, engineStreamArn: table.LatestStreamArn, isNewTable: existing === undefined });
  }
  return tables;
};

const provideTable = async (
  client: DynamoDBClient,
  name: string,
  wanted: TableProperties,
  existing: TableDescription | undefined,
): Promise<TableDescription> => {
  if (existing === undefined) await createTable(client, name, wanted);
  else await extendTable(client, name, wanted, existing);
  await provideTimeToLive(client, name, wanted);
  return (await describe(client, name)) ?? {};
};

const describe = async (client: DynamoDBClient, name: string): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const createTable = async (client: DynamoDBClient, name: string, wanted: TableProperties): Promise<void> => {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes } = wanted;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.length > 0 ? GlobalSecondaryIndexes : undefined,
      LocalSecondaryIndexes,
      StreamSpecification: streamSpecification(wanted),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName: name });
};

/** Asks first, because switching on what is on already is an error. */
const provideTimeToLive = async (client: DynamoDBClient, name: string, wanted: TableProperties): Promise<void> => {
  const { TimeToLiveSpecification } = wanted;
  if (TimeToLiveSpecification === undefined) return;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return;
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
};

const extendTable = async (
  client: DynamoDBClient,
  name: string,
  wanted: TableProperties,
  existing: TableDescription,
): Promise<void> => {
  const { AttributeDefinitions } = wanted;
  if (existing.StreamSpecification === undefined && wanted.StreamSpecification !== undefined) {
    await client.send(new UpdateTableCommand({ TableName: name, StreamSpecification: streamSpecification(wanted) }));
  }
  const indexNames = existing.GlobalSecondaryIndexes?.map((index) => index.IndexName) ?? [];
  for (const index of wanted.GlobalSecondaryIndexes.filter(({ IndexName }) => !indexNames.includes(IndexName))) {
    await addIndex(client, name, AttributeDefinitions, index);
  }
};

/** DynamoDB adds one index at a time, so this waits until the new one answers. */
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
    const indexes = (await describe(client, name))?.GlobalSecondaryIndexes ?? [];
    return indexes.some(({ IndexName, IndexStatus }) => IndexName === index.IndexName && IndexStatus === 'ACTIVE');
  };
  while (!(await isActive())) await delay(50);
};

const streamSpecification = ({ StreamSpecification }: TableProperties) =>
  StreamSpecification && { StreamEnabled: true, ...StreamSpecification };
