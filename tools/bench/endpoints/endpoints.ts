import type { EndpointEntry } from '../../../functions/api/endpoints.ts';
import type { Client, TimedAnswer } from '../client.ts';
import { type LogLine, type LogLines, waitForLogLine } from '../log-lines.ts';
import { mean, percentile } from '../statistics.ts';
import { type Scenario, scenarios } from './scenarios.ts';

export interface EndpointRow extends LogLine {
  operationId: string;
  answerBytes: number;
  p50Ms: number;
  p99Ms: number;
}

interface Answered {
  answers: TimedAnswer[];
  /** What the function said of each. */
  logged: LogLine[];
}

const warmUpCalls = 40;

/** One connection, one call after the other: the figures are those of the call, not of a queue before it. */
export const measureEndpoint = async (
  client: Client,
  lines: LogLines,
  endpoint: EndpointEntry,
  calls: number,
): Promise<EndpointRow> => {
  const { answers, logged } = await callEndpoint(client, lines, endpoint, { warmUpCalls, calls });
  const meanOf = (name: keyof LogLine): number => mean(logged.map((line) => line[name]));
  const took = answers.map(({ tookMs }) => tookMs);
  return {
    operationId: endpoint.operationId,
    round_trips: meanOf('round_trips'),
    read_units: meanOf('read_units'),
    write_units: meanOf('write_units'),
    cpu_ms: meanOf('cpu_ms'),
    logBytes: meanOf('logBytes'),
    answerBytes: mean(answers.map(({ bytes }) => bytes)),
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
  };
};

/** Makes the ordinary call of an endpoint, so and so often after some that do not count. */
export const callEndpoint = async (
  client: Client,
  lines: LogLines,
  endpoint: EndpointEntry,
  { warmUpCalls: before, calls }: { warmUpCalls: number; calls: number },
): Promise<Answered> => {
  const scenario = scenarioOf(endpoint);
  const made = (await scenario.prepare?.(client)) ?? '';
  const answers: TimedAnswer[] = [];
  for (let n = 0; n < before + calls; n += 1) {
    const own = (await scenario.each?.(client, { made, n })) ?? '';
    const occasion = { made, own, n };
    const answer = await client.call(endpoint.method, scenario.path(occasion), scenario.body?.(occasion));
    if (answer.status >= 300) throw new Error(`${endpoint.operationId} answered ${JSON.stringify(answer.json)}.`);
    if (n >= before) answers.push(answer);
  }
  const logged: LogLine[] = [];
  for (const { requestId } of answers) logged.push(await waitForLogLine(lines, requestId));
  return { answers, logged };
};

const scenarioOf = ({ operationId }: EndpointEntry): Scenario => {
  const scenario = scenarios[operationId];
  if (!scenario) throw new Error(`tools/bench/endpoints/scenarios.ts has no scenario for ${operationId}: add one.`);
  return scenario;
};
