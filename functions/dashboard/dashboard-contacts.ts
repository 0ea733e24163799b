import { routes as contacts } from './contacts/handlers.ts';
import { serveRoutes } from './router.ts';
import { routes as segments } from './segments/handlers.ts';

export const handler = serveRoutes('dashboardContacts', [...contacts, ...segments]);
