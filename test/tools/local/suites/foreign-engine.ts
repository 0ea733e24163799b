import { afterEach, expect, it, vi } from 'vitest';
import { isUnreachable } from '../fixture/child.ts';
import { stubJava } from '../fixture/java.ts';
import { startFixture } from '../fixture/runtime.ts';
import { sharedAssemblyDir, sharedFixture } from '../fixture/shared.ts';

afterEach(() => vi.unstubAllEnvs());

it('an engine that somebody else runs is used instead of Java, with the tables that are there, and left running', async () => {
  const { dynamodbEndpoint, tables } = await sharedFixture();
  stubJava();
  vi.stubEnv('DYNAMODB_ENDPOINT', dynamodbEndpoint);
  const second = await startFixture({ assemblyDir: sharedAssemblyDir });
  expect(second.dynamodbEndpoint).toBe(dynamodbEndpoint);
  expect(second.tables).toEqual(tables);
  await second.stop();
  expect(await isUnreachable(second.baseUrl)).toBe(true);
  expect(await isUnreachable(dynamodbEndpoint)).toBeUndefined();
});
