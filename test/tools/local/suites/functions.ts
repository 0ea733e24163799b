import { beforeAll, describe, expect, it } from 'vitest';
import type { Fixture } from '../fixture/runtime.ts';
import { sharedFixture } from '../fixture/shared.ts';
import { waitFor } from '../fixture/wait-for.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await sharedFixture();
});

const call = (wish: unknown, prefix = 'Behave'): Promise<unknown> => fixture.invoke(prefix, wish);

/** Tells one worker from another. */
const workerOf = async (prefix = 'Behave'): Promise<string> => JSON.parse(Object(await call({}, prefix)).body).worker;

describe('a call of a function', () => {
  it('returns what the function returned, as JSON', async () => {
    expect(await call({ returns: { at: new Date(0), left: undefined } })).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });

  it('an error keeps its type and its message, and stands in the log', async () => {
    await expect(call({ does: 'throw' })).rejects.toMatchObject({ name: 'TypeError', message: 'thrown on request' });
    await waitFor(() => fixture.logs.find(({ line }) => line.includes('TypeError: thrown on request')));
  });

  it('a function is kept between calls, after an error too', async () => {
    const before = await workerOf();
    await expect(call({ does: 'throw' })).rejects.toThrow();
    expect(await workerOf()).toBe(before);
  });

  it('a call that runs out of time fails with the time-out of the template, and the next gets a new worker', async () => {
    const before = await workerOf();
    const startedMs = performance.now();
    await expect(call({ does: 'hang' })).rejects.toMatchObject({
      name: 'Sandbox.Timedout',
      message: expect.stringMatching(/^RequestId: [0-9a-f-]{36} Error: Task timed out after 1\.00 seconds$/),
    });
    expect(performance.now() - startedMs).toBeLessThan(3000);
    expect(await workerOf()).not.toBe(before);
  });

  it('calls under way beside one that runs out of time come to their end', async () => {
    await workerOf();
    const hanging = call({ does: 'hang' }).catch((error: Error) => error.name);
    await call({ afterMs: 500 });
    const beside = call({ afterMs: 900, returns: 'done' });
    expect(await hanging).toBe('Sandbox.Timedout');
    expect(await beside).toBe('done');
  });

  it.each([
    ['ends its process', 'exit', 'Runtime.ExitError'],
    ['leaves a rejection unhandled', 'uncaught', 'Error'],
    ['takes ever more memory', 'fill', 'Runtime.ExitError'],
  ])('a function that %s fails its calls, and the next gets a new worker', async (_, does, name) => {
    const before = await workerOf('Patient');
    const beside = call({ does: 'hang' }, 'Patient').catch((error: Error) => error.name);
    await expect(call({ does }, 'Patient')).rejects.toMatchObject({ name });
    expect(await beside).toBe(name);
    expect(await workerOf('Patient')).not.toBe(before);
  });

  it('a function that is killed from outside fails its calls, and the next gets a new worker', async () => {
    const before = await workerOf('Patient');
    const hanging = call({ does: 'hang' }, 'Patient').catch((error: Error) => error.name);
    await fixture.kill('Patient');
    expect(await hanging).toBe('Runtime.ExitError');
    expect(await workerOf('Patient')).not.toBe(before);
  });

  it('a function that cannot be loaded fails its calls with the reason', async () => {
    await expect(fixture.invoke('Broken', {})).rejects.toThrow('broken while loading');
  });

  it('a function is named by its logical id or by a beginning that is its own', async () => {
    expect(fixture.readEnvironment('Echo')['AWS_LAMBDA_FUNCTION_NAME']).toContain('Echo');
    await expect(fixture.invoke('Take', {})).rejects.toThrow('"Take" names several functions of: ');
    await expect(fixture.invoke('Nobody', {})).rejects.toThrow('"Nobody" names no function of: ');
  });
});
