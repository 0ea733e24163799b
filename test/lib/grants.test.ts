import { App, Stack } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { endpointStatements } from '../../lib/constructs/grants.ts';
import type { DeployedEndpoint } from '../../lib/service-stack.ts';
import { fixtureEndpoints } from './fixture/endpoints.ts';
import { type DeployedFunction, functionsOf, rightsOf, type Statement } from './fixture/functions.ts';
import { routesOf } from './fixture/routes.ts';
import { stacksOf } from './fixture/stacks.ts';
import { resourcesOf } from './fixture/template.ts';

const deployed = [...endpoints, ...fixtureEndpoints];
const stacks = stacksOf('production', deployed);
const routes = routesOf(stacks);

const functionOf = ({ method, path }: DeployedEndpoint): DeployedFunction => {
  const route = routes.find((each) => each.method === method && each.path === path);
  if (!route) throw new Error(`There is no route ${method} ${path}.`);
  return route.function;
};

const allow = (actions: string[], resource: string, condition?: Statement['Condition']): Statement => ({
  Effect: 'Allow',
  Action: actions,
  Resource: [resource],
  ...(condition ? { Condition: condition } : {}),
});

const table = '<TableCD117FA1.Arn>';
const writeLogs = (endpoint: DeployedEndpoint): Statement => {
  const group = JSON.stringify(functionOf(endpoint).LoggingConfig)
    .match(/<(\w+)>/)
    ?.at(1);
  return allow(['logs:CreateLogStream', 'logs:PutLogEvents'], `<${group}.Arn>`);
};
const updateOnly = (keys: string[]): Statement =>
  allow(['dynamodb:UpdateItem'], table, { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } });
const useKey = allow(
  ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
  '<TableKeyF581D96F.Arn>',
  { StringEquals: { 'kms:ViaService': ['dynamodb.<AWS::Region>.<AWS::URLSuffix>'] } },
);

/** The rights of an endpoint, worked out from its contract alone. */
const expectedRights = (endpoint: DeployedEndpoint): Statement[] => {
  const { access, grants, method } = endpoint;
  const keyed = access !== 'public';
  const actions = grants
    .filter((grant) => grant.startsWith('table:'))
    .map((grant) => `dynamodb:${grant.slice('table:'.length)}`);
  return [
    writeLogs(endpoint),
    ...(keyed ? [updateOnly(method === 'POST' ? ['KEY#*', 'IDEMPOTENCY#*'] : ['KEY#*'])] : []),
    ...(actions.length > 0 ? [allow(actions, table)] : []),
    ...(grants.includes('index:Query') ? [allow(['dynamodb:Query'], `${table}/index/conversation-status`)] : []),
    ...(keyed || actions.length > 0 ? [useKey] : []),
  ];
};

/** Neither the order of statements nor that of actions means anything. */
const sorted = (statements: Statement[]): Statement[] =>
  statements
    .map((each) => ({ ...each, Action: each.Action.toSorted() }))
    .toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)));

describe('the rights of a function', () => {
  it.each(deployed.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'of %s are exactly those of its contract',
    (_operationId, endpoint) => {
      expect(sorted(rightsOf(stacks, functionOf(endpoint)))).toEqual(sorted(expectedRights(endpoint)));
    },
  );

  it('hold no wildcard for an action or a resource', () => {
    for (const each of functionsOf(stacks)) {
      for (const { Action, Resource } of rightsOf(stacks, each))
        expect([...Action, ...Resource].join()).not.toContain('*');
    }
  });

  it('stand in its role, which belongs to it alone', () => {
    const roles = functionsOf(stacks).map(({ Role }) => Role);
    expect(new Set(roles).size).toBe(deployed.length);
    expect(resourcesOf(stacks.service, 'AWS::IAM::Policy')).toEqual([]);
    expect(resourcesOf(stacks.service, 'AWS::IAM::ManagedPolicy')).toEqual([]);
  });
});

describe('an index', () => {
  const stack = new Stack(new App());
  const imported = Table.fromTableArn(stack, 'Table', 'arn:aws:dynamodb:eu-central-1:111111111111:table/t');
  const key = Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:eu-central-1:111111111111:key/k');
  const queriesOf = (grants: DeployedEndpoint['grants']) =>
    endpointStatements(
      { method: 'GET', access: 'public', grants },
      { table: imported, key, indexNames: ['byStatus'] },
      new Map(),
    )
      .filter(({ resources }) => resources.some((resource) => resource.includes('/index/')))
      .map(({ actions, resources }) => ({ actions, resources }));

  it('is open to queries and nothing else', () => {
    expect(queriesOf(['table:GetItem', 'index:Query', 'table:PutItem'])).toEqual([
      { actions: ['dynamodb:Query'], resources: ['arn:aws:dynamodb:eu-central-1:111111111111:table/t/index/byStatus'] },
    ]);
  });

  it('is closed to an endpoint that queries the table alone', () => {
    expect(queriesOf(['table:GetItem', 'table:Query'])).toEqual([]);
  });
});
