import { routes as channels } from './channels/handlers.ts';
import { serveRoutes } from './router.ts';
import { routes as templates } from './templates/handlers.ts';

export const handler = serveRoutes('dashboardChannels', [...channels, ...templates]);
