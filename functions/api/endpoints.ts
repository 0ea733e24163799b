import type { Endpoint } from './endpoint.ts';
import * as me from './me/contract.ts';
import * as openapi from './openapi/contract.ts';

/** The whole API, by area: the folder that holds an area's contract and one file per endpoint. */
export const areas: Record<string, Record<string, Endpoint>> = { me, openapi };

/** THE TABLE: every endpoint with the file that handles it. */
export const endpoints = Object.entries(areas).flatMap(([area, contracts]) =>
  Object.values(contracts).map((contract) => ({
    ...contract,
    area,
    entry: `functions/api/${area}/${contract.operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
  })),
);

export type EndpointEntry = (typeof endpoints)[number];
