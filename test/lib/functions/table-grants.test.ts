import { App, Stack } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { receivers } from '../../../functions/receivers/receivers.ts';
import { endpointStatements } from '../../../lib/functions/table-grants.ts';
import type { DeployedEndpoint } from '../../../lib/service-stack.ts';
import { environments } from '../../../lib/settings.ts';
import { fixtureEndpoints } from '../fixture/endpoints.ts';
import { expectedConsumerRights, expectedEndpointRights, flattenRights } from '../fixture/expected-rights.ts';
import { type DeployedFunction, listFunctions, listStatements } from '../fixture/functions.ts';
import { synthesizeStacks } from '../fixture/stacks.ts';

const served = [...endpoints, ...receivers, ...fixtureEndpoints];

describe.each(Object.keys(environments))('the rights of a function in %s', (environment) => {
  const stacks = synthesizeStacks(environment, served, consumers);
  const functions = listFunctions(stacks);
  const functionOf = (name: string): DeployedFunction => {
    const found = functions.find(({ id }) => new RegExp(`^${name}Function[0-9A-F]{8}$`).test(id));
    if (!found) throw new Error(`There is no function ${name}.`);
    return found;
  };
  const rightsOfFunction = (name: string): string[] => flattenRights(listStatements(stacks, functionOf(name)));
  const isAboutLogs = (right: string): boolean => right.startsWith('Allow logs:');
  const withoutLogs = (name: string): string[] => rightsOfFunction(name).filter((right) => !isAboutLogs(right));

  it.each(served.map((endpoint) => [endpoint.name, endpoint] as const))(
    'of %s are exactly those of its contract',
    (operationId, endpoint) => {
      expect(withoutLogs(operationId)).toEqual(expectedEndpointRights(stacks, endpoint));
    },
  );

  it.each(consumers.map((consumer) => [consumer.name, consumer] as const))(
    'of %s are exactly those of its line and of what feeds it',
    (name, consumer) => {
      expect(withoutLogs(name)).toEqual(expectedConsumerRights(stacks, consumer));
    },
  );

  it('to write logs end at the group of its own', () => {
    for (const name of [...served.map(({ name }) => name), ...consumers.map((each) => each.name)]) {
      const [group] = JSON.stringify(functionOf(name).LoggingConfig).match(/<\w+/) ?? [];
      expect(rightsOfFunction(name).filter(isAboutLogs)).toEqual([
        `Allow logs:CreateLogStream on ${group}.Arn>`,
        `Allow logs:PutLogEvents on ${group}.Arn>`,
      ]);
    }
  });

  it('stand in its role, which belongs to it alone', () => {
    expect(functions).toHaveLength(served.length + consumers.length);
    expect(new Set(functions.map(({ Role }) => Role)).size).toBe(functions.length);
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
