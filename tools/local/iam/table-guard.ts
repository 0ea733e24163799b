import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen, stopServer } from '../listen.ts';
import { type Demand, isAllowed, type Statement } from './authorize.ts';

export interface TableGuard {
  endpoint: string;
  stop: () => Promise<void>;
}

export interface TableGuardOptions {
  dynamodbEndpoint: string;
  /** The statements of the function whose session token this is. */
  findStatements: (sessionToken: string) => readonly Statement[];
  toArn: (tableName: string) => string;
}

/** Stands before DynamoDB Local, which knows no IAM, and refuses what the caller's role does not allow. */
export const startTableGuard = async (options: TableGuardOptions): Promise<TableGuard> => {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((message, response) => {
    void pass(message, response, agent, options).catch(() => response.destroy());
  });
  // Pooled clients break when the server closes first.
  server.keepAliveTimeout = 60_000;
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      await stopServer(server);
      agent.destroy();
    },
  };
};

const pass = async (
  message: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  options: TableGuardOptions,
): Promise<void> => {
  const body = await buffer(message);
  const refusal = explainRefusal(message, body, options);
  if (refusal !== undefined) {
    const error = { __type: 'com.amazon.coral.service#AccessDeniedException', Message: refusal };
    response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify(error));
    return;
  }
  const { method, url, headers } = message;
  const forwarded = request(new URL(url ?? '/', options.dynamodbEndpoint), {
    agent,
    method,
    headers: { ...headers, 'content-length': body.length },
  });
  forwarded.on('error', () => response.destroy());
  // A client that gave up must not leave its request behind.
  response.on('close', () => forwarded.destroy());
  forwarded.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.on('error', () => response.destroy()).pipe(response);
  });
  forwarded.end(body);
};

const explainRefusal = (
  { headers }: IncomingMessage,
  body: Buffer,
  { findStatements, toArn }: TableGuardOptions,
): string | undefined => {
  const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
  const token = String(headers['x-amz-security-token']);
  const statements = findStatements(token);
  const refused = listDemands({ operation, input: JSON.parse(body.toString()), toArn }).find(
    (demand) => !isAllowed(statements, demand),
  );
  if (refused === undefined) return undefined;
  const { action, resource, context } = refused;
  return (
    `User: ${token} is not authorized to perform: ${action} on resource: ${resource} ` +
    `because no identity-based policy allows the ${action} action for ${JSON.stringify(context)}`
  );
};

type Json = Readonly<Record<string, unknown>>;

interface TableRequest {
  operation: string;
  input: Json;
  /** Tables by the name in the request. */
  toArn: (tableName: string) => string;
}

/**
 * The rights that IAM checks for a request to DynamoDB. AWS does not document whether a condition sees one part of a
 * transaction or all of them, so both must be allowed.
 */
export const listDemands = ({ operation, input, toArn }: TableRequest): Demand[] => {
  const demand = (action: string, tableName: unknown, parts: readonly Json[], request: Json = {}): Demand => {
    const index = request['IndexName'];
    const arn = toArn(String(tableName));
    return {
      action: `dynamodb:${action}`,
      resource: index === undefined ? arn : `${arn}/index/${index}`,
      context: {
        'dynamodb:LeadingKeys': parts.flatMap((part) => readPartitionKey(part)),
        'dynamodb:Attributes': [...new Set(parts.flatMap(listAttributes))],
      },
    };
  };
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem')
    return Object.entries(asJson(input['RequestItems'])).map(([tableName, batch]) =>
      demand(operation, tableName, listBatchParts(batch)),
    );
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems')
    return listTransactionDemands(asList(input['TransactItems']), demand);
  return [demand(operation, input['TableName'], [input], input)];
};

const listTransactionDemands = (
  items: readonly Json[],
  demand: (action: string, tableName: unknown, parts: readonly Json[]) => Demand,
): Demand[] => {
  const parts = items.flatMap((item) => Object.entries(item).map(([kind, part]) => ({ kind, part: asJson(part) })));
  const all = parts.map(({ part }) => part);
  return parts.flatMap(({ kind, part }) => [[part], all].map((seen) => demand(`${kind}Item`, part['TableName'], seen)));
};

const listBatchParts = (batch: unknown): Json[] =>
  Array.isArray(batch)
    ? batch.map((request) => asJson(Object.values(asJson(request))[0]))
    : asList(asJson(batch)['Keys']).map((Key) => ({ Key }));

/** For a query, this is the value that its condition compares the partition key with. */
const readPartitionKey = ({ Key, Item, ExpressionAttributeValues, KeyConditionExpression }: Json): string[] => {
  const value =
    KeyConditionExpression === undefined
      ? asJson(Key ?? Item)['pk']
      : asJson(ExpressionAttributeValues)[/=\s*(:\w+)/.exec(String(KeyConditionExpression))?.[1] ?? ''];
  const text = asJson(value)['S'];
  return typeof text === 'string' ? [text] : [];
};

const expressionWords = /(?<![:\w.#])#?[A-Za-z_]\w*(?!\w*\s*\()/g;
const keywords = /^(SET|REMOVE|ADD|DELETE|AND|OR|NOT|BETWEEN|IN)$/i;

const listAttributes = (part: Json): string[] => {
  const names = asJson(part['ExpressionAttributeNames']);
  const expressions = ['UpdateExpression', 'ConditionExpression', 'ProjectionExpression'].map((name) => part[name]);
  const words = expressions.flatMap((expression) => String(expression ?? '').match(expressionWords) ?? []);
  const inExpressions = words.filter((word) => !keywords.test(word)).map((word) => String(names[word] ?? word));
  return [...Object.keys(asJson(part['Key'] ?? part['Item'])), ...inExpressions];
};

const asJson = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

const asList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : []);
