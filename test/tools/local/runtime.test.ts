import { afterAll, expect } from 'vitest';
import { isUnreachable } from './fixture/child.ts';
import { fixture } from './fixture/shared.ts';
import './suites/access-key.ts';
import './suites/gateway.ts';
import './suites/functions.ts';
import './suites/queue-source.ts';
import './suites/stream-source.ts';
import './suites/foreign-engine.ts';

afterAll(async () => {
  await fixture.stop();
  for (const endpoint of [fixture.baseUrl, fixture.sqsEndpoint, fixture.dynamodbEndpoint]) {
    expect(await isUnreachable(endpoint)).toBe(true);
  }
});
