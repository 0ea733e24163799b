import { routes as inbox } from './inbox/handlers.ts';
import { serveRoutes } from './router.ts';

export const handler = serveRoutes('dashboardInbox', inbox);
