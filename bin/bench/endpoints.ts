import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import type { Client, TimedAnswer } from './client.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { mean, percentile } from './statistics.ts';

/** What a function says of one call in its log line. */
export interface LogLine {
  cpu_ms: number;
  round_trips: number;
  read_units: number;
  write_units: number;
}

export interface EndpointRow extends LogLine {
  operationId: string;
  p50Ms: number;
  p99Ms: number;
}

const warmUpCalls = 40;

/** One connection, one call after the other: the figures are those of the call, not of a queue before it. */
export const measureEndpoint = async (
  client: Client,
  lines: ReadonlyMap<string, LogLine>,
  endpoint: EndpointEntry,
  calls: number,
): Promise<EndpointRow> => {
  const scenario = scenarioOf(endpoint);
  const made = (await scenario.prepare?.(client)) ?? '';
  const answers: TimedAnswer[] = [];
  for (let n = 0; n < warmUpCalls + calls; n += 1) {
    const own = (await scenario.each?.(client, { made, n })) ?? '';
    const occasion = { made, own, n };
    const answer = await client.call(endpoint.method, scenario.path(occasion), scenario.body?.(occasion));
    if (answer.status >= 300) throw new Error(`${endpoint.operationId} answered ${JSON.stringify(answer.json)}.`);
    if (n >= warmUpCalls) answers.push(answer);
  }
  return summarize(endpoint.operationId, answers, lines);
};

const scenarioOf = ({ operationId }: EndpointEntry): Scenario => {
  const scenario = scenarios[operationId];
  if (!scenario) throw new Error(`bin/bench/scenarios.ts has no scenario for ${operationId}: add one.`);
  return scenario;
};

const summarize = (operationId: string, answers: TimedAnswer[], lines: ReadonlyMap<string, LogLine>): EndpointRow => {
  const logged = answers.flatMap(({ requestId }) => lines.get(requestId) ?? []);
  if (logged.length < answers.length) throw new Error(`Calls of ${operationId} are missing from the log.`);
  const took = answers.map(({ tookMs }) => tookMs);
  return {
    operationId,
    round_trips: mean(logged.map((line) => line.round_trips)),
    read_units: mean(logged.map((line) => line.read_units)),
    write_units: mean(logged.map((line) => line.write_units)),
    cpu_ms: mean(logged.map((line) => line.cpu_ms)),
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
  };
};
