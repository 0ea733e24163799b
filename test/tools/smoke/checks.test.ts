import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkDeployment, readDeployment } from '../../../tools/smoke/checks.ts';
import { serve } from '../../support/network/serve.ts';

type Responses = Record<string, [status: number, body: string]>;

const errorBody = (code: string): string => JSON.stringify({ error: { code, message: 'text' } });
const healthy: Responses = {
  '/v1/openapi.json': [200, '{"openapi":"3.1.0","paths":{}}'],
  '/v1/me': [401, errorBody('unauthorized')],
  '/v1/nothing': [404, errorBody('not_found')],
  '/': [200, '<!doctype html><html></html>'],
};

const start = async (respond: (request: IncomingMessage) => [number, string]): Promise<string> => {
  const { url } = await serve((request, response) => {
    const [status, body] = respond(request);
    response.writeHead(status).end(body);
  });
  return url;
};

const check = async (responses: Responses): Promise<string[]> => {
  const url = await start(({ url = '' }) => responses[url] ?? [500, '']);
  const results = await checkDeployment({ baseUrl: `${url}/v1`, dashboardUrl: url }, { attemptsMax: 1, waitMs: 0 });
  expect(results).toHaveLength(5);
  return results.flatMap(({ name, fault }) => (fault === undefined ? [] : `${name}: ${fault}`));
};

describe('the smoke test', () => {
  it('a healthy deployment passes every check', async () => expect(await check(healthy)).toEqual([]));

  it.each<{ fault: string; responses: Responses; failed: string[] }>([
    {
      fault: 'a function that fails',
      responses: { '/v1/me': [500, errorBody('internal')] },
      failed: ['GET /me without a key is 401', 'GET /me with an unknown key is 401'],
    },
    {
      fault: "a 401 in another service's shape",
      responses: { '/v1/me': [401, '{"message":"Unauthorized"}'] },
      failed: ['GET /me without a key is 401', 'GET /me with an unknown key is 401'],
    },
    {
      fault: 'an empty API description',
      responses: { '/v1/openapi.json': [200, '{}'] },
      failed: ['GET /openapi.json is 200'],
    },
    {
      fault: "the gateway's own error for an unknown path",
      responses: { '/v1/nothing': [403, '{"message":"Missing Authentication Token"}'] },
      failed: ['GET of an unknown path is 404'],
    },
    { fault: 'a dashboard that redirects', responses: { '/': [302, ''] }, failed: ['the dashboard is 200'] },
  ])('$fault is reported with the response', async ({ responses, failed }) => {
    const faults = await check({ ...healthy, ...responses });
    expect(faults).toEqual(failed.map((name) => expect.stringContaining(name)));
    const [status] = Object.values(responses)[0] ?? [];
    for (const fault of faults) expect(fault).toContain(`: ${status} `);
  });

  it('a deployment that becomes healthy within the attempts passes', async () => {
    const seen = new Map<string, number>();
    const url = await start(({ url = '', headers }) => {
      const request = `${url} ${headers.authorization}`;
      const count = (seen.get(request) ?? 0) + 1;
      seen.set(request, count);
      return count < 3 ? [500, ''] : (healthy[url] ?? [500, '']);
    });
    const results = await checkDeployment({ baseUrl: `${url}/v1` }, { attemptsMax: 3, waitMs: 0 });
    expect(results.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('a deployment that cannot be reached is reported with the cause', async () => {
    const results = await checkDeployment({ baseUrl: 'http://127.0.0.1:2/v1' }, { attemptsMax: 1, waitMs: 0 });
    for (const { fault } of results) expect(fault).toContain('ECONNREFUSED');
  });
});

const outputs = {
  'Switchboard-staging-data': { UserPoolId: 'pool' },
  'Switchboard-staging-service': { BaseUrl: 'https://api.example.com/v1', TableName: 'table' },
  'Switchboard-staging-dashboard': { DashboardUrl: 'https://dashboard.example.com' },
};

describe('readDeployment', () => {
  it('the addresses of the environment are found among the outputs of all stacks', () => {
    expect(readDeployment(JSON.stringify(outputs), 'staging')).toEqual({
      baseUrl: 'https://api.example.com/v1',
      dashboardUrl: 'https://dashboard.example.com',
    });
  });

  it('outputs of another environment are refused with the stack that is missing', () => {
    expect(() => readDeployment(JSON.stringify(outputs), 'production')).toThrow(
      'The outputs have no BaseUrl of Switchboard-production-service. Deploy it with --outputs-file first.',
    );
  });
});
