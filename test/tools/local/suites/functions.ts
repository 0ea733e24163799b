import { describe, expect, it } from 'vitest';
import { limitConcurrency } from '../../../../tools/local/lambda/function-host.ts';
import { fixture } from '../fixture/shared.ts';
import { waitFor } from '../fixture/wait-for.ts';

const call = (instructions: object, prefix = 'Behave'): Promise<unknown> => fixture.invoke(prefix, instructions);

const readWorkerId = async (prefix = 'Behave'): Promise<string> =>
  JSON.parse(Object(await call({}, prefix)).body).worker;

describe('function call', () => {
  it('a call returns the result of the function, as JSON', async () => {
    expect(await call({ returns: { at: new Date(0), left: undefined } })).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });

  it('an error keeps its type and message and is logged', async () => {
    await expect(call({ does: 'throw' })).rejects.toMatchObject({ name: 'TypeError', message: 'thrown on request' });
    await waitFor(() => fixture.logs.find(({ line }) => line.includes('TypeError: thrown on request')));
  });

  it('a function is refused what its role does not allow on the table', async () => {
    const event = { body: '{"id":"refused"}' };
    await expect(fixture.invoke('Powerless', event)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('is not authorized to perform: dynamodb:PutItem'),
    });
    expect(await fixture.invoke('Store', { body: '{"id":"allowed"}' })).toMatchObject({ statusCode: 201 });
  });

  it('a worker is reused, even after an error', async () => {
    const before = await readWorkerId();
    await expect(call({ does: 'throw' })).rejects.toThrow();
    expect(await readWorkerId()).toBe(before);
  });

  it("a call fails after the template's timeout, and the next call gets a new worker", async () => {
    const before = await readWorkerId();
    await expect(call({ does: 'hang' })).rejects.toMatchObject({
      name: 'Sandbox.Timedout',
      message: expect.stringMatching(/^RequestId: [0-9a-f-]{36} Error: Task timed out after 1\.00 seconds$/),
    });
    expect(await readWorkerId()).not.toBe(before);
  });

  it('a call completes even if a concurrent call times out', async () => {
    await readWorkerId();
    const hanging = call({ does: 'hang' }).catch((error: Error) => error.name);
    await call({ afterMs: 500 });
    // It ends after the other has timed out, and long before it would itself.
    const concurrent = call({ afterMs: 600, returns: 'done' });
    expect(await hanging).toBe('Sandbox.Timedout');
    expect(await concurrent).toBe('done');
  });

  it.each([
    ['exits its process', 'exit', 'Runtime.ExitError'],
    ['leaves a rejection unhandled', 'uncaught', 'Error'],
    ['runs out of memory', 'fill', 'Runtime.ExitError'],
  ])('a call fails if the function %s, and the next call gets a new worker', async (_, does, name) => {
    const before = await readWorkerId('Patient');
    const concurrent = call({ does: 'hang' }, 'Patient').catch((error: Error) => error.name);
    await expect(call({ does }, 'Patient')).rejects.toMatchObject({ name });
    expect(await concurrent).toBe(name);
    expect(await readWorkerId('Patient')).not.toBe(before);
  });

  it('the log says which function exited, with which status, and the last lines that it logged', async () => {
    await expect(call({ does: 'exit' }, 'Patient')).rejects.toThrow('exit status');
    const { line } = await waitFor(() =>
      fixture.logs.findLast(({ functionId, line }) => functionId.startsWith('Patient') && line.includes('exit status')),
    );
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      message: expect.stringMatching(/Runtime exited with error: exit status \d+$/),
      trace: expect.arrayContaining(['exiting on request']),
    });
  });

  it('a function that fills its memory is killed, as Lambda does, and the process survives', async () => {
    await expect(call({ does: 'fill' }, 'Patient')).rejects.toMatchObject({
      message: expect.stringMatching(/^RequestId: \S+ Error: Runtime exited with error: signal: killed$/),
    });
  });

  it('ten calls with payloads of 5 MB share the memory of a worker', async () => {
    const before = await readWorkerId('Patient');
    const returns = 'x'.repeat(5 * 1024 * 1024);
    const calls = Array.from({ length: 10 }, () => call({ afterMs: 200, returns }, 'Patient'));
    for (const result of await Promise.all(calls)) expect(result === returns).toBe(true);
    expect(await readWorkerId('Patient')).toBe(before);
  });

  it('a call fails if the function is killed, and the next call gets a new worker', async () => {
    const before = await readWorkerId('Patient');
    const hanging = call({ does: 'hang' }, 'Patient').catch((error: Error) => error.name);
    await fixture.kill('Patient');
    expect(await hanging).toBe('Runtime.ExitError');
    expect(await readWorkerId('Patient')).not.toBe(before);
  });

  it('a call fails with the reason if the code cannot be loaded', async () => {
    await expect(fixture.invoke('Broken', {})).rejects.toThrow('broken while loading');
  });

  it('a function is found by its logical id or a unique prefix', async () => {
    expect(fixture.readEnvironment('Echo')['AWS_LAMBDA_FUNCTION_NAME']).toContain('Echo');
    await expect(fixture.invoke('Consume', {})).rejects.toThrow('"Consume" matches several functions.');
    await expect(fixture.invoke('Unknown', {})).rejects.toThrow('"Unknown" matches no function.');
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
