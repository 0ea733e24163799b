import { routes as apiKeys } from './api-keys/handlers.ts';
import { routes as audit } from './audit/handlers.ts';
import { routes as integrations } from './integrations/handlers.ts';
import { routes as members } from './members/handlers.ts';
import { routes as overview } from './overview/handlers.ts';
import { routes as playground } from './playground/handlers.ts';
import { routes as requests } from './requests/handlers.ts';
import { serveRoutes } from './router.ts';
import { routes as session } from './session/handlers.ts';
import { routes as webhooks } from './webhooks/handlers.ts';
import { routes as workspace } from './workspace/handlers.ts';

export const handler = serveRoutes('dashboard', [
  ...session,
  ...overview,
  ...webhooks,
  ...requests,
  ...apiKeys,
  ...integrations,
  ...members,
  ...audit,
  ...workspace,
  ...playground,
]);
