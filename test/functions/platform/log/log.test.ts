import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../../../functions/platform/ids.ts';
import {
  addLogFields,
  beginRoundTrip,
  costFields,
  withTrace,
} from '../../../../functions/platform/log/invocation-trace.ts';
import { errorFields, log } from '../../../../functions/platform/log/log.ts';
import { runJob } from '../../../../functions/platform/run-job.ts';
import { captureLog } from '../../../support/log.ts';

const catchError = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('a logged error', () => {
  it.each(['{"phone": "+4915112345678" "name": 1}', 'my secret +4915112345678', '"my\nsecret" 1'])(
    'a logged JSON error does not quote the text: %s',
    (text) => {
      const error = catchError(() => JSON.parse(text));
      const logged = JSON.stringify(errorFields(new Error('outer', { cause: error })));
      expect(logged).toContain('SyntaxError');
      expect(logged).toContain('log.test.ts');
      expect(logged).not.toMatch(/secret|4915|phone/);
    },
  );

  it.each(['+4915112345678', '4915112345678', '(15112345678)', 'to=15112345678,'])(
    'a logged error has no phone number in its message, stack or causes: %s',
    (phone) => {
      const error = new Error(`nobody has ${phone}`, { cause: new Error(`no ${phone}`, { cause: phone }) });
      expect(JSON.stringify(errorFields(error))).not.toContain('15112345678');
    },
  );

  it('a logged error keeps ids, counts and the lines of its stack', () => {
    const text = `The message ${newId()} of 01234567-0123-7123-8123-012345678901 is gone after 12 tries in 250000 ms.`;
    const { message, stack } = errorFields(new Error(text));
    expect(message).toBe(text);
    expect(stack).toMatch(/log\.test\.ts:\d+:\d+/);
  });
});

it('a log line below the log level is not written', () => {
  const lines = captureLog();
  vi.stubEnv('LOG_LEVEL', 'warn');
  log('info', 'quiet');
  log('warn', 'loud');
  expect(lines).toEqual([{ timestamp: expect.any(String), level: 'warn', message: 'loud' }]);
});

describe('the log fields of a job', () => {
  it("a job's fields are on its own line only, even with concurrent jobs", async () => {
    const lines = captureLog();
    const both = Promise.withResolvers<void>();
    const attempt = (name: string) =>
      runJob({ operation: name }, async () => {
        addLogFields({ workspace_id: `of ${name}` });
        if (name === 'two') both.resolve();
        await both.promise;
        addLogFields({ outcome: 'skipped' });
      });
    await Promise.all([attempt('one'), attempt('two')]);
    expect(lines.map(({ operation, workspace_id, outcome }) => ({ operation, workspace_id, outcome }))).toEqual([
      { operation: 'one', workspace_id: 'of one', outcome: 'skipped' },
      { operation: 'two', workspace_id: 'of two', outcome: 'skipped' },
    ]);
  });

  it('a failed job keeps its fields except for the outcome', async () => {
    const lines = captureLog();
    const job = runJob({ operation: 'one' }, async () => {
      addLogFields({ outcome: 'delivered', webhook_id: 'it' });
      throw new Error('no luck');
    });
    await expect(job).rejects.toThrow('no luck');
    expect(lines).toEqual([expect.objectContaining({ level: 'error', outcome: 'failed', webhook_id: 'it' })]);
  });

  it('fields that are added outside a job are dropped', () => {
    expect(() => addLogFields({ outcome: 'done' })).not.toThrow();
  });
});

const measure = (run: () => void): Promise<Record<string, number>> =>
  withTrace(async () => {
    run();
    return costFields();
  })(undefined, undefined);

describe('the round trips of an invocation', () => {
  it('calls one after another are as many round trips', async () => {
    const cost = await measure(() => {
      for (const units of [1, 2, 3]) beginRoundTrip()(units, 0);
    });
    expect(cost).toMatchObject({ round_trips: 3, read_units: 6, write_units: 0 });
  });

  it('calls that overlap are one round trip, and their units add up', async () => {
    const cost = await measure(() => {
      const [endFirst, endSecond] = [beginRoundTrip(), beginRoundTrip()];
      endFirst(1, 0);
      endSecond(0, 2);
    });
    expect(cost).toMatchObject({ round_trips: 1, read_units: 1, write_units: 2 });
  });

  it('a call that waited for one of two parallel calls is a second round trip', async () => {
    const cost = await measure(() => {
      const [endFirst, endSecond] = [beginRoundTrip(), beginRoundTrip()];
      endFirst(1, 0);
      const endThird = beginRoundTrip();
      endSecond(1, 0);
      endThird(1, 0);
    });
    expect(cost).toMatchObject({ round_trips: 2, read_units: 3 });
  });
});
