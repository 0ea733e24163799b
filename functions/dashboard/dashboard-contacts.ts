import { routes as contacts } from './contacts/handlers.ts';
import { serveRoutes } from './router.ts';

export const handler = serveRoutes('dashboardContacts', contacts);
