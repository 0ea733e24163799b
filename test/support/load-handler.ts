import { endpoints } from '../../functions/api/endpoints.ts';
import { handle } from '../../functions/api/handle.ts';
import type { DashboardFunction } from '../../functions/dashboard/functions.ts';
import { handleMembers, handleSends } from '../../functions/dashboard/handle-operation.ts';
import { serveRoutes } from '../../functions/dashboard/router.ts';
import type { GatewayHandler } from '../../functions/http/compose.ts';

const load = (area: string, file: string) => import(`../../functions/operations/${area}/${file}.ts`);

/** The handler of an endpoint, in this process. */
export const loadEndpoint = async (name: string): Promise<GatewayHandler> => {
  const found = endpoints.find(({ operationId }) => operationId === name);
  if (!found) throw new Error(`There is no endpoint ${name}.`);
  const [contracts, acts] = await Promise.all([load(found.area, 'contract'), load(found.area, 'handlers')]);
  return handle(name, contracts[name], acts[name]);
};

/** The handler of a function of the dashboard. */
export const loadMembersFunction = async ({ name, areas = [], sends }: DashboardFunction): Promise<GatewayHandler> => {
  const routes = areas.map(async (area) => {
    const contracts = await load(area, 'contract');
    if (sends) return handleSends(contracts, (await load(area, 'sends')).sends);
    return handleMembers(
      contracts,
      (await load(area, 'members')).members,
      await load(area, 'handlers').catch(() => ({})),
    );
  });
  return serveRoutes(name, (await Promise.all(routes)).flat());
};
