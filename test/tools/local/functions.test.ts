import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { hostFunction, limitConcurrency } from '../../../tools/local/lambda/function-host.ts';
import { bundleHandlers } from './fixture/synthesize.ts';
import { waitFor } from './fixture/wait-for.ts';

const bundleDir = await bundleHandlers(['behave', 'broken', 'echo']);
const logs: { functionId: string; line: string }[] = [];
const endpoints = { accessKeyId: 'key', dynamodbEndpoint: 'd', sqsEndpoint: 's', secretsManagerEndpoint: 'm' };

const host = (bundle: string, timeoutSeconds: number) => {
  const definition = {
    logicalId: bundle,
    name: bundle,
    arn: `arn:aws:lambda:eu-central-1:000000000000:function:${bundle}`,
    codeDir: join(bundleDir, bundle),
    handler: 'index.handler',
    timeoutSeconds,
    memoryMb: 128,
    roleArn: () => 'role',
    environment: () => ({ GIVEN: 'by the template' }),
  };
  const context = { ...endpoints, tableGuardEndpoint: 'guard', extraEnvironment: { EXTRA: 'given' } };
  const hosted = hostFunction(definition, context, (functionId, line) => void logs.push({ functionId, line }));
  afterAll(hosted.stop);
  return {
    ...hosted,
    call: async (instructions: object): Promise<unknown> => {
      const outcome = await hosted.invoke(JSON.stringify(instructions));
      if (outcome.ok) return JSON.parse(outcome.payload);
      const { errorType, errorMessage } = outcome.error;
      throw Object.assign(new Error(errorMessage), { name: errorType });
    },
  };
};

const [impatient, patient] = [host('behave', 3), host('behave', 20)];

const readWorkerId = async ({ call } = patient): Promise<string> => JSON.parse(Object(await call({})).body).worker;

afterEach(() => vi.unstubAllEnvs());

describe('function call', () => {
  it('a function has the environment of the template and of Lambda, and nothing from this process', async () => {
    vi.stubEnv('ONLY_IN_PARENT', 'x');
    const echo = host('echo', 10);
    const { environment, context } = JSON.parse(Object(await echo.call({})).body);
    expect(environment).toEqual({
      ...echo.environment(),
      AWS_ENDPOINT_URL_DYNAMODB: 'guard',
      AWS_SESSION_TOKEN: 'role',
    });
    expect(environment).toMatchObject({ GIVEN: 'by the template', EXTRA: 'given', AWS_ENDPOINT_URL_SQS: 's' });
    expect(context).toMatchObject({ functionName: 'echo', memoryLimitInMB: '128' });
    expect(context.remainingMs).toBeLessThanOrEqual(10_000);
  });

  it('an error keeps its type and message in the log without ending the worker', async () => {
    const before = await readWorkerId();
    await expect(patient.call({ does: 'throw' })).rejects.toMatchObject({
      name: 'TypeError',
      message: 'thrown on request',
    });
    await waitFor(() => logs.find(({ line }) => line.includes('TypeError: thrown on request')));
    expect(await readWorkerId()).toBe(before);
  });

  it("a call fails after the template's timeout, a concurrent call completes, and the next gets a new worker", async () => {
    const before = await readWorkerId(impatient);
    const hanging = impatient.call({ does: 'hang' }).catch((error: Error) => error);
    await impatient.call({ afterMs: 1_500 });
    // It ends after the other has timed out, and long before it would itself.
    const concurrent = impatient.call({ afterMs: 1_800, returns: 'done' });
    expect(await hanging).toMatchObject({
      name: 'Sandbox.Timedout',
      message: expect.stringMatching(/^RequestId: [0-9a-f-]{36} Error: Task timed out after 3\.00 seconds$/),
    });
    expect(await concurrent).toBe('done');
    expect(await readWorkerId(impatient)).not.toBe(before);
  });

  it.each([
    ['exits its process', 'exit', 'Runtime.ExitError', /Runtime exited with error: exit status 3$/],
    ['leaves a rejection unhandled', 'uncaught', 'Error', /unhandled rejection/],
    ['runs out of memory', 'fill', 'Runtime.ExitError', /Runtime exited with error: signal: killed$/],
  ])(
    'a call fails if the function %s, but not the next call, which gets a new worker',
    async (_, does, name, message) => {
      const before = await readWorkerId();
      const concurrent = patient.call({ does: 'hang' }).catch((error: Error) => error.name);
      await expect(patient.call({ does })).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
      expect(await concurrent).toBe(name);
      expect(await readWorkerId()).not.toBe(before);
    },
  );

  it('the log has the last lines of a function that exited', async () => {
    await expect(patient.call({ does: 'exit' })).rejects.toThrow('exit status');
    const { line } = await waitFor(() => logs.findLast(({ line }) => line.includes('exit status')));
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      trace: expect.arrayContaining(['exiting on request']),
    });
  });

  it('ten calls with payloads of 5 MB share the memory of a worker', async () => {
    const before = await readWorkerId();
    const returns = 'x'.repeat(5 * 1024 * 1024);
    const calls = Array.from({ length: 10 }, () => patient.call({ afterMs: 200, returns }));
    for (const result of await Promise.all(calls)) expect(result === returns).toBe(true);
    expect(await readWorkerId()).toBe(before);
  });

  it("a result over Lambda's limit is an error", async () => {
    await expect(patient.call({ returns: 'x'.repeat(7 * 1024 * 1024) })).rejects.toThrow('size exceeded');
  });

  it('a call fails if the function is killed, but not the next call, which gets a new worker', async () => {
    const before = await readWorkerId();
    const hanging = patient.call({ does: 'hang' }).catch((error: Error) => error.name);
    await patient.kill();
    expect(await hanging).toBe('Runtime.ExitError');
    expect(await readWorkerId()).not.toBe(before);
  });

  it('a call fails with the reason if the code cannot be loaded', async () => {
    await expect(host('broken', 10).call({})).rejects.toThrow('broken while loading');
  });
});

it('calls run up to the maximum at once, in order of arrival, and continue after failures', async () => {
  const run = limitConcurrency(3);
  let running = 0;
  let runningMax = 0;
  const order: number[] = [];
  const calls = Array.from({ length: 20 }, (_, index) =>
    run(async () => {
      running += 1;
      runningMax = Math.max(runningMax, running);
      order.push(index);
      await new Promise(setImmediate);
      running -= 1;
      if (index % 5 === 0) throw new Error('failed');
    }),
  );
  const outcomes = await Promise.allSettled(calls);
  expect(runningMax).toBe(3);
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
});
