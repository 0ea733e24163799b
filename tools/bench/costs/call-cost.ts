import type { EndpointRow } from '../endpoints/endpoints.ts';
import { assumptions, billedMs, productionMemoryMb } from './assumptions.ts';
import { prices } from './prices.ts';

/** Dollars per million calls of an endpoint. */
export interface CallCost {
  operationId: string;
  memoryMb: number;
  billedMs: number;
  gateway: number;
  functions: number;
  table: number;
  logs: number;
  egress: number;
  total: number;
}

const million = 1_000_000;

export const toCallCost = (row: EndpointRow, hasFirewall: boolean): CallCost => {
  const { operationId, responseBytes, logBytes } = row;
  const memoryMb = productionMemoryMb(operationId);
  const ms = billedMs(operationId, row.cpu_ms, row.round_trips, memoryMb);
  const parts = {
    gateway: million * (prices.gatewayRequest.dollars + (hasFirewall ? prices.firewallRequest.dollars : 0)),
    functions: functionDollars(ms, memoryMb),
    table: tableDollars(row.read_units, row.write_units),
    logs: dollarsOfBytes(callLogBytes(logBytes)),
    egress: (million / 1e9) * (responseBytes + assumptions.responseOverheadBytes) * prices.egressGigabyte.dollars,
  };
  return { operationId, memoryMb, billedMs: ms, ...parts, total: sumParts(parts) };
};

export const functionDollars = (ms: number, memoryMb: number): number =>
  million * (prices.functionCall.dollars + (ms / 1000) * (memoryMb / 1024) * prices.functionGigabyteSecond.dollars);

export const tableDollars = (readUnits: number, writeUnits: number): number =>
  million * (readUnits * prices.tableRead.dollars + writeUnits * prices.tableWrite.dollars);

/** All that a call leaves in the logs: the function's line and the gateway's. Lambda itself writes only warnings. */
export const callLogBytes = (lineBytes: number): number =>
  jobLogBytes(lineBytes) + assumptions.accessLogBytes + assumptions.lineOverheadBytes;

const jobLogBytes = (lineBytes: number, lines = 1): number =>
  lineBytes + lines * (assumptions.timestampBytes + assumptions.lineOverheadBytes);

/** Jobs may share a line; each then has its part of it. */
export const jobLogDollars = (lineBytes: number, lines?: number): number =>
  dollarsOfBytes(jobLogBytes(lineBytes, lines));

const dollarsOfBytes = (bytes: number): number => (million / 1e9) * bytes * prices.logGigabyte.dollars;

export const sumParts = (parts: Record<string, number>): number =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);
