import { routes as broadcasts } from './broadcasts/handlers.ts';
import { serveRoutes } from './router.ts';

export const handler = serveRoutes('dashboardBroadcasts', broadcasts);
