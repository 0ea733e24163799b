import { endpoints } from '../../functions/api/endpoints.ts';
import { handle } from '../../functions/api/handle.ts';
import { handleMembers } from '../../functions/dashboard/handle-operation.ts';
import { serveRoutes } from '../../functions/dashboard/router.ts';
import type { GatewayHandler } from '../../functions/http/compose.ts';
import type { AreaName } from '../../functions/operations/operations.ts';

const load = (area: string, file: string) => import(`../../functions/operations/${area}/${file}.ts`);

/** The handler of an endpoint, in this process. */
export const loadEndpoint = async (name: string): Promise<GatewayHandler> => {
  const found = endpoints.find(({ operationId }) => operationId === name);
  if (!found) throw new Error(`There is no endpoint ${name}.`);
  const [contracts, acts] = await Promise.all([load(found.area, 'contract'), load(found.area, 'handlers')]);
  return handle(name, contracts[name], acts[name]);
};

/** The handler of a function of the dashboard that serves these areas. */
export const loadMembersFunction = async (name: string, areas: readonly AreaName[]): Promise<GatewayHandler> => {
  const routes = areas.map(async (area) => {
    const [contracts, { members }, acts] = await Promise.all([
      load(area, 'contract'),
      load(area, 'members'),
      load(area, 'handlers').catch(() => ({})),
    ]);
    return handleMembers(contracts, members, acts);
  });
  return serveRoutes(name, (await Promise.all(routes)).flat());
};
