import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { countCalls, readBaseline, readBundleSizes } from '../../../tools/bench/baseline.ts';
import { callLogBytes } from '../../../tools/bench/costs/call-cost.ts';
import { makeWorkspace } from '../../../tools/bench/endpoints/workspace.ts';
import { followLog } from '../../support/log-file.ts';

// `npm run bench -- --save` writes the baseline: a change that raises a cost says so in its own commit.
const baseline = readBaseline();

describe('the cost of a call', () => {
  it('the baseline has a cost for every endpoint and for nothing else', () => {
    expect(Object.keys(baseline.endpoints).sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
  });

  it.each(endpoints)('$operationId costs what the baseline says', async (endpoint) => {
    const { baseUrl, logPath } = inject('service');
    const lines = followLog(logPath);
    const { client } = await makeWorkspace(baseUrl, inject('simulator').url);
    onTestFinished(() => client.close());
    const { log_bytes, ...counts } = await countCalls(client, lines, endpoint);
    const { log_bytes: expectedLogBytes = 0, ...expected } = baseline.endpoints[endpoint.operationId] ?? {};
    expect(counts).toEqual(expected);
    expect(Math.abs(log_bytes - expectedLogBytes)).toBeLessThanOrEqual(0.05 * expectedLogBytes);
    // `log_bytes` is rounded to ten.
    expect(callLogBytes(log_bytes) - 5).toBeLessThanOrEqual(400);
  });
});

describe('the size of a bundle', () => {
  it('every bundle is within 3 % of its size in the baseline', () => {
    const sizes = readBundleSizes(inject('service').bundleDir);
    const changed = Object.keys({ ...sizes, ...baseline.bundleKilobytes }).filter((name) => {
      const [size = 0, expectedSize = 0] = [sizes[name], baseline.bundleKilobytes[name]];
      return Math.abs(size - expectedSize) > 0.03 * expectedSize;
    });
    const described = changed.map((name) => `${name}: ${baseline.bundleKilobytes[name]} KB, now ${sizes[name]} KB`);
    expect(described).toEqual([]);
  });
});
