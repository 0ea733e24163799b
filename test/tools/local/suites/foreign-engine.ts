import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, it, vi } from 'vitest';
import { isUnreachable } from '../fixture/child.ts';
import { stubJava } from '../fixture/java.ts';
import { startFixture } from '../fixture/runtime.ts';
import { fixture, sharedAssemblyDir } from '../fixture/shared.ts';

afterEach(() => vi.unstubAllEnvs());

it('a DynamoDB Local that already runs is used, needs no Java, and is left running', async () => {
  const { dynamodbEndpoint, tables } = fixture;
  stubJava();
  vi.stubEnv('DYNAMODB_ENDPOINT', dynamodbEndpoint);
  const second = await startFixture({ assemblyDir: sharedAssemblyDir });
  expect(second.dynamodbEndpoint).toBe(dynamodbEndpoint);
  expect(second.tables).toEqual(tables);
  expect((await second.clients.dynamodb.send(new ListTablesCommand())).TableNames).toEqual(Object.values(tables));
  await second.stop();
  expect(await isUnreachable(second.baseUrl)).toBe(true);
  expect(await isUnreachable(dynamodbEndpoint)).toBeUndefined();
});
