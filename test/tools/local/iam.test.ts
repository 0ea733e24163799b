import { describe, expect, it } from 'vitest';
import { isAllowed } from '../../../tools/local/iam/authorize.ts';
import { listDemands } from '../../../tools/local/iam/table-guard.ts';

const arn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/Data';
const toArn = (name: string): string => `arn:aws:dynamodb:eu-central-1:000000000000:table/${name}`;
const allow = (action: string, condition: Record<string, Record<string, string[]>> = {}) => ({
  Effect: 'Allow' as const,
  Action: [action],
  Resource: [arn],
  Condition: condition,
});
const onlyKeys = (...patterns: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
  Null: { 'dynamodb:LeadingKeys': ['false'] },
});
const demand = (leadingKeys: string[]) => ({
  action: 'dynamodb:GetItem',
  resource: arn,
  context: { 'dynamodb:LeadingKeys': leadingKeys },
});

describe('isAllowed', () => {
  it.each([
    ['a key that matches is allowed', ['WS#1'], true],
    ['a longer key does not match a single-character wildcard', ['WS#12'], false],
    ['one key that does not match refuses the whole batch', ['WS#1', 'KEY#1'], false],
    ['a request without keys is refused, although ForAllValues would hold', [], false],
  ])('%s', (_, leadingKeys, expected) => {
    expect(isAllowed([allow('dynamodb:GetItem', onlyKeys('WS#?'))], demand(leadingKeys))).toBe(expected);
  });

  it.each([
    ['another action', allow('dynamodb:PutItem')],
    ['another resource', { ...allow('dynamodb:GetItem'), Resource: [`${arn}/index/status`] }],
  ])('a statement about %s allows nothing', (_, statement) => {
    expect(isAllowed([statement], demand(['WS#1']))).toBe(false);
  });

  it('attributes outside the list are refused', () => {
    const statement = allow('dynamodb:UpdateItem', {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'used'] },
    });
    const update = (attributes: string[]) => ({
      action: 'dynamodb:UpdateItem',
      resource: arn,
      context: { 'dynamodb:Attributes': attributes },
    });
    expect(isAllowed([statement], update(['pk', 'used']))).toBe(true);
    expect(isAllowed([statement], update(['pk', 'scopes']))).toBe(false);
  });

  it('a condition operator that is not supported fails instead of passing', () => {
    const statement = allow('dynamodb:GetItem', { StringNotEquals: { 'dynamodb:LeadingKeys': ['x'] } });
    expect(() => isAllowed([statement], demand(['WS#1']))).toThrow('StringNotEquals is not supported');
  });
});

describe('listDemands', () => {
  const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });

  it.each([
    ['GetItem', { TableName: 'Data', Key: key('A') }, [['dynamodb:GetItem', ['A']]]],
    ['PutItem', { TableName: 'Data', Item: { ...key('A'), name: { S: 'n' } } }, [['dynamodb:PutItem', ['A']]]],
    [
      'BatchGetItem',
      { RequestItems: { Data: { Keys: [key('A'), key('B')] } } },
      [['dynamodb:BatchGetItem', ['A', 'B']]],
    ],
    [
      'BatchWriteItem',
      { RequestItems: { Data: [{ DeleteRequest: { Key: key('A') } }, { PutRequest: { Item: key('B') } }] } },
      [['dynamodb:BatchWriteItem', ['A', 'B']]],
    ],
    [
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: { TableName: 'Data', Item: key('A') } },
          { ConditionCheck: { TableName: 'Data', Key: key('B') } },
        ],
      },
      [
        ['dynamodb:PutItem', ['A']],
        ['dynamodb:PutItem', ['A', 'B']],
        ['dynamodb:ConditionCheckItem', ['B']],
        ['dynamodb:ConditionCheckItem', ['A', 'B']],
      ],
    ],
    ['Scan', { TableName: 'Data' }, [['dynamodb:Scan', []]]],
  ])('%s needs its actions on the partitions that it names', (operation, input, expected) => {
    const demands = listDemands({ operation, input, toArn });
    expect(demands.map(({ action, context }) => [action, context['dynamodb:LeadingKeys']])).toEqual(expected);
    for (const { resource } of demands) expect(resource).toBe(arn);
  });

  it('a query of an index needs the index, with its own partition key', () => {
    const input = {
      TableName: 'Data',
      IndexName: 'status',
      KeyConditionExpression: '#pk = :pk AND sk < :after',
      ExpressionAttributeNames: { '#pk': 'status_key' },
      ExpressionAttributeValues: { ':pk': { S: 'WS#1#open' }, ':after': { S: 'z' } },
    };
    expect(listDemands({ operation: 'Query', input, toArn })).toMatchObject([
      { resource: `${arn}/index/status`, context: { 'dynamodb:LeadingKeys': ['WS#1#open'] } },
    ]);
  });

  it('the attributes are the keys and whatever the expressions name', () => {
    const input = {
      TableName: 'Data',
      Key: key('A'),
      UpdateExpression: 'SET used = used + :one, #state = if_not_exists(#state, :s) REMOVE old.part',
      ConditionExpression: 'attribute_exists(pk) AND NOT (ends > :now OR #state IN (:a, :b))',
      ExpressionAttributeNames: { '#state': 'state' },
    };
    const [demanded] = listDemands({ operation: 'UpdateItem', input, toArn });
    expect(demanded?.context['dynamodb:Attributes']?.toSorted()).toEqual(['ends', 'old', 'pk', 'sk', 'state', 'used']);
  });
});
