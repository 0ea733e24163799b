import { routes as messages } from './messages/handlers.ts';
import { serveRoutes } from './router.ts';

export const handler = serveRoutes('dashboardMessages', messages);
