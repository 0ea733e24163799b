import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CountryCode } from 'libphonenumber-js/min/es6';
import examples from 'libphonenumber-js/mobile/examples';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { bundle } from '../../../lib/functions/bundle.ts';
import { droppableSchemas, leanSchemas } from '../../../lib/functions/plugins/sdk-schemas.ts';
import { parse } from './fixture/phone.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bundle-'));
const outDir = join(folder, 'out');

describe('bundle', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    mkdirSync(join(outDir, 'stale'), { recursive: true });
    for (const name of ['one', 'two'])
      writeFileSync(join(folder, `${name}.ts`), `export const handler = async (): Promise<string> => '${name}';\n`);
    await bundle({ first: join(folder, 'one.ts'), second: join(folder, 'two.ts') }, outDir);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('every entry point gets its own folder without earlier output', () => {
    expect(readdirSync(outDir).sort()).toEqual(['first', 'second']);
  });

  it.each([
    ['first', 'one'],
    ['second', 'two'],
  ])('the bundle %s is a CommonJS handler, even inside a package of ES modules', async (name, result) => {
    const { handler } = createRequire(import.meta.url)(join(outDir, name, 'index.js'));
    expect(await handler()).toBe(result);
  });
});

describe('what a bundle leaves out', () => {
  const names = ['adaptive-retry', 'get-item', 'parse', 'node-modules', 'phone'];
  const leanDir = mkdtempSync(join(tmpdir(), 'switchboard-lean-'));
  beforeAll(() => bundle(Object.fromEntries(names.map((name) => [name, fixturePath(name)])), leanDir));
  afterAll(() => rmSync(leanDir, { recursive: true, force: true }));

  const fixturePath = (name: string): string => join(import.meta.dirname, 'fixture', `${name}.ts`);
  const load = (name: string): { source: string; handler: () => Promise<unknown>; parse?: typeof parse } => {
    const path = join(leanDir, name, 'index.js');
    const require = createRequire(import.meta.url);
    delete require.cache[path];
    return { source: readFileSync(path, 'utf8'), ...require(path) };
  };

  /** Stands in for DynamoDB, with an environment that leads there. */
  const startTable = async (respond: (response: ServerResponse) => void) => {
    const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer(async (request, response) => {
      requests.push({ headers: request.headers, body: await text(request) });
      respond(response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'things');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-5e-1');
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${port}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    return requests;
  };

  it('a call of AWS is signed, says who calls and keeps the trace that detects loops', async () => {
    const requests = await startTable((response) => response.end('{"Item":{"name":{"S":"thing"}}}'));
    expect(await load('get-item').handler()).toEqual({ name: { S: 'thing' } });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toContain('größer');
    expect(requests[0]?.headers).toMatchObject({
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKID\/\d+\/eu-central-1\/dynamodb\//),
      'content-length': String(Buffer.byteLength(requests[0]?.body ?? '')),
      'user-agent': expect.stringMatching(/^Switchboard\/1.0 aws-sdk-js\/3\./),
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'x-amzn-trace-id': 'Root=1-5e-1',
    });
  });

  it.each([
    ['of items, which has a class', 'ConditionalCheckFailedException', { Item: { name: { S: 'thing' } } }],
    ['of tables, which has none', 'TableInUseException', {}],
  ])('an error %s, keeps its name and message', async (_, name, fields) => {
    const type = `com.amazonaws.dynamodb.v20120810#${name}`;
    await startTable((response) => {
      response.writeHead(400).end(JSON.stringify({ __type: type, message: 'No.', ...fields }));
    });
    await expect(load('get-item').handler()).rejects.toMatchObject({ name, message: 'No.', ...fields });
  });

  it('a call of a part of the SDK that bundles leave out fails with a clear error', async () => {
    await expect(load('adaptive-retry').handler()).rejects.toThrow(
      'Bundles leave out AdaptiveRetryStrategy of the AWS SDK',
    );
  });

  it.each([leanSchemas, droppableSchemas])(
    'schemas of the SDK in a form that %o does not know are refused',
    (convert) => {
      expect(() => convert('export const GetItem = operation({});')).toThrow(
        'The AWS SDK writes its schemas in another way. Adapt lib/functions/plugins/sdk-schemas.ts to it.',
      );
    },
  );

  it('a schema that nothing uses is dropped, unlike a parse, which may throw', async () => {
    const { source, handler } = load('parse');
    expect(source).not.toContain('unneeded');
    await expect(handler()).rejects.toThrow('needed');
  });

  it('a bundle parses the phone numbers of every country, dialed in it or abroad, as the library does', () => {
    const parseInBundle = load('phone').parse;
    const dialed = (Object.entries(examples) as [CountryCode, string][]).flatMap(([country, national]) => {
      const e164 = parse(national, country)?.e164 ?? '';
      return [national, `0${national}`, e164, `${e164}0`].map((text) => ({ text, country }));
    });
    expect(dialed.length).toBeGreaterThan(900);
    const expected = dialed.map(({ text, country }) => parse(text, country));
    expect(dialed.map(({ text, country }) => parseInBundle?.(text, country))).toEqual(expected);
  });

  it('a bundle that formats a phone number fails with a clear error', async () => {
    await expect(load('phone').handler()).rejects.toThrow('Bundles leave out the formats of phone numbers');
  });

  it('a function carries the contract of its own operation alone', () => {
    const source = readFileSync(join(inject('cdk').bundleDir, 'getConversation/index.js'), 'utf8');
    expect(source).toContain('"getConversation"');
    for (const other of ['"replyToConversation"', 'fallback_template', 'seen_message_id'])
      expect(source).not.toContain(other);
  });

  it('no function carries the English messages of zod, which would take the place of ours', () => {
    const words = ['Too big: expected', 'Invalid input: expected'];
    const english = readFileSync(createRequire(import.meta.url).resolve('zod/v4/locales/en.js'), 'utf8');
    for (const word of words) expect(english).toContain(word);
    const { bundleDir } = inject('cdk');
    const carriers = readdirSync(bundleDir).filter((name) => {
      const source = readFileSync(join(bundleDir, name, 'index.js'), 'utf8');
      return words.some((word) => source.includes(word));
    });
    expect(carriers).toEqual([]);
  });

  it('a module of Node is required once, without its lazy parts', async () => {
    const { source, handler } = load('node-modules');
    expect(source.match(/require\("node:crypto"\)/g)).toHaveLength(1);
    expect(source).not.toContain('WebSocket');
    expect(await handler()).toEqual(['e3b0', 3, 'Not Found', 'function']);
  });
});
