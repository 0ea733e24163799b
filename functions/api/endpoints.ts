import type { DeployedFunction } from '../model/deployed-function.ts';
import { type Area, type Endpoint, type Operation, toEndpoint } from '../operations/operation.ts';
import { areas } from '../operations/operations.ts';

/** The order of a module's exports depends on its loader; the table's does not. */
const byPath = (left: Endpoint, right: Endpoint): number =>
  `${left.path} ${left.method}` < `${right.path} ${right.method}` ? -1 : 1;

/** The endpoints of an area, whose contracts and handlers are in the folder. */
export const toEndpoints = (area: string, { forMembers: _, ...contracts }: Area, folder: string) =>
  Object.entries(contracts as Readonly<Record<string, Operation>>)
    .filter(([, { key }]) => key)
    .map(([id, operation]) => toEndpoint(id, operation))
    .sort(byPath)
    .map((endpoint) => ({ ...endpoint, area, name: endpoint.operationId, entry: toEntry(endpoint, folder) }));

/** The door is part of the bundle only as far as the endpoint needs it. */
const toDoor = ({ access, returnsSecret }: Endpoint): string => {
  if (access === 'public') return 'handlePublic';
  return returnsSecret === undefined ? 'handle' : 'handleWithSecret';
};

const toEntry = (endpoint: Endpoint, folder: string): DeployedFunction['entry'] => ({
  text: [
    `import { ${toDoor(endpoint)} as handle } from './functions/api/handle.ts';`,
    `import { ${endpoint.operationId} as contract } from './${folder}/contract.ts';`,
    `import { ${endpoint.operationId} as act } from './${folder}/handlers.ts';`,
    `export const handler = handle('${endpoint.operationId}', contract, act);`,
  ].join('\n'),
});

/** Every endpoint. */
export const endpoints = Object.entries<Area>(areas).flatMap(([area, contracts]) =>
  toEndpoints(area, contracts, `functions/operations/${area}`),
);

export type EndpointEntry = (typeof endpoints)[number];
