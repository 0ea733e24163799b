import type { Demand } from './authorize.ts';

type Json = Readonly<Record<string, unknown>>;

export interface TableRequest {
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
