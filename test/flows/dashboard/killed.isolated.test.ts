import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { listApiKeys } from '../../../functions/domain/access/api-keys.ts';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { readFunctions } from '../../../tools/local/lambda/function-definition.ts';
import { hostFunction } from '../../../tools/local/lambda/function-host.ts';
import { readAssembly } from '../../../tools/local/template/assembly.ts';
import { callDashboard, makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { deployedUrl, originKey, toEvent } from '../../support/dashboard/handlers.ts';

/** Passes requests on to the table, except the nth and all after it: those get no response. */
const startHeldTable = async (endpoint: string, heldFrom: number) => {
  let requests = 0;
  const { promise: reached, resolve } = Promise.withResolvers<'reached'>();
  const server = createServer((incoming, response) => {
    requests += 1;
    if (requests >= heldFrom) resolve('reached');
    else passOn(endpoint, incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reached };
};

const passOn = (endpoint: string, incoming: IncomingMessage, response: ServerResponse): void => {
  const { method, url = '/', headers } = incoming;
  const outgoing = request(new URL(url, endpoint), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
};

const page = { limit: 100, after: undefined };

/** Runs the deployed bundle in its own process, which reaches the table of the running service at this endpoint. */
const hostDashboard = (dynamodbEndpoint: string) => {
  const { assemblyDir, environment } = inject('service');
  const deployment = { stacks: readAssembly(assemblyDir), createdAttributes: new Map() };
  const definition = readFunctions(deployment).find(({ logicalId }) => /^dashboardFunction/.test(logicalId));
  if (!definition) throw new Error('The template has no function of the dashboard.');
  const context = {
    accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
    dynamodbEndpoint,
    sqsEndpoint: environment['AWS_ENDPOINT_URL_SQS'] ?? '',
    secretsManagerEndpoint: environment['AWS_ENDPOINT_URL_SECRETS_MANAGER'] ?? '',
    extraEnvironment: { LOG_LEVEL: 'silent', DASHBOARD_URL: deployedUrl, ORIGIN_KEY: originKey },
  };
  const hosted = hostFunction({ ...definition, environment: () => environment }, context, () => undefined);
  onTestFinished(() => hosted.stop());
  return hosted;
};

/** Creates a key and kills the function while it waits for the nth response of the table. */
const killWhileCreating = async (step: number) => {
  const { id, owner } = await makeStaffedWorkspace();
  // The first request of a member writes when they were last seen.
  await callDashboard('GET', `/api/w/${id}/members`, { session: owner.session });
  const { url, reached } = await startHeldTable(inject('service').environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '', step);
  const hosted = hostDashboard(url);
  const call = { session: owner.session, body: { name: 'Shop', scopes: [] } };
  const answered = hosted.invoke(JSON.stringify(toEvent('POST', `/api/w/${id}/api-keys`, call)));
  const ended = await Promise.race([reached, answered]);
  await hosted.kill();
  const [{ items: entries }, { items: keys }] = [await listAuditEntries(id, {}, page), await listApiKeys(id, page)];
  return { isKilled: ended === 'reached', isAnswered: (await answered).ok, entries, keys };
};

describe('a function of the dashboard that is killed', () => {
  it('its act stays in the audit log as started, and no key exists without an entry', async () => {
    const outcomes: string[] = [];
    let keysWithoutResponse = 0;
    for (let step = 1, isKilled = true; isKilled; step += 1) {
      const killed = await killWhileCreating(step);
      isKilled = killed.isKilled;
      expect(killed.isAnswered).toBe(!isKilled);
      expect(killed.entries.length).toBeLessThanOrEqual(1);
      if (killed.keys.length > 0) expect(killed.entries).toMatchObject([{ action: 'api_key.created' }]);
      if (isKilled) keysWithoutResponse += killed.keys.length;
      outcomes.push(killed.entries[0]?.outcome ?? 'none');
    }
    expect(outcomes).toEqual(['none', 'none', ...Array.from({ length: outcomes.length - 3 }, () => 'started'), 'done']);
    expect(keysWithoutResponse).toBeGreaterThan(0);
  });
});
