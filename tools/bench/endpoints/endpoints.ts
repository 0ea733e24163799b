import type { EndpointEntry } from '../../../functions/api/endpoints.ts';
import { getOperationDoc } from '../../openapi/areas.ts';
import type { Client, TimedResponse } from '../client.ts';
import { type LogLine, type LogLines, waitForLogLine } from '../log-lines.ts';
import { mean, percentile } from '../statistics.ts';
import { type Scenario, usualListLength } from './scenario.ts';
import { scenarios } from './scenarios.ts';

export interface EndpointRow extends LogLine {
  operationId: string;
  /** The bytes on the wire, where the gateway compresses larger bodies. */
  responseBytes: number;
  cpuP99Ms: number;
  p50Ms: number;
  p99Ms: number;
}

interface MeasuredCalls {
  /** The id that the scenario prepared for all calls. */
  sharedId: string;
  responses: TimedResponse[];
  logLines: LogLine[];
}

const warmUpCalls = 40;

/** Sequential calls over one connection, so no time in a queue is measured. */
export const measureEndpoint = async (
  client: Client,
  lines: LogLines,
  endpoint: EndpointEntry,
  calls: number,
): Promise<EndpointRow> => {
  const { responses, logLines } = await callEndpoint(client, lines, endpoint, { warmUpCalls, calls });
  const meanField = (name: keyof LogLine): number => mean(logLines.map((line) => line[name]));
  const durationsMs = responses.map(({ tookMs }) => tookMs);
  return {
    operationId: endpoint.operationId,
    round_trips: meanField('round_trips'),
    read_units: meanField('read_units'),
    write_units: meanField('write_units'),
    cpu_ms: meanField('cpu_ms'),
    cpuP99Ms: percentile(
      logLines.map(({ cpu_ms }) => cpu_ms),
      0.99,
    ),
    logBytes: meanField('logBytes'),
    responseBytes: mean(responses.map(({ bodyBytes }) => bodyBytes)),
    p50Ms: percentile(durationsMs, 0.5),
    p99Ms: percentile(durationsMs, 0.99),
  };
};

export const callEndpoint = async (
  client: Client,
  lines: LogLines,
  endpoint: EndpointEntry,
  { warmUpCalls: warmUpCount, calls }: { warmUpCalls: number; calls: number },
): Promise<MeasuredCalls> => {
  const scenario = getScenario(endpoint);
  const sharedId = (await scenario.prepare?.(client, usualListLength)) ?? '';
  // A key that has just made a change reads the newest rows of a list strongly, at twice the price; most readers have not.
  if (endpoint.method === 'GET') client.renewKey();
  const responses: TimedResponse[] = [];
  for (let n = 0; n < warmUpCount + calls; n += 1) {
    const ownId = (await scenario.prepareCall?.(client, { sharedId, n })) ?? '';
    const call = { sharedId, ownId, n };
    const response = await client.call(endpoint.method, scenario.path(call), scenario.body?.(call));
    if (response.status >= 400) throw new Error(`${endpoint.operationId} answered ${JSON.stringify(response.json)}.`);
    if (n >= warmUpCount) responses.push(response);
  }
  const logLines: LogLine[] = [];
  for (const { requestId } of responses) logLines.push(await waitForLogLine(lines, requestId));
  return { sharedId, responses, logLines };
};

/** A call that needs neither a resource nor its own data is the example of its texts. */
export const getScenario = (endpoint: EndpointEntry): Scenario => {
  const { operationId, path } = endpoint;
  const scenario = scenarios[operationId];
  if (scenario) return scenario;
  if (path.includes('{'))
    throw new Error(`${operationId} needs a resource: add a scenario to tools/bench/endpoints/scenarios.ts.`);
  const [example] = Object.values(getOperationDoc(endpoint).request?.examples ?? {});
  return { path: () => path, ...(example ? { body: () => example.value } : {}) };
};
