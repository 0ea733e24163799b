import { endpoints } from '../functions/api/endpoints.ts';
import { receivers } from '../functions/channels/receivers.ts';
import { consumers } from '../functions/consumers.ts';
import { synthesizeApp } from '../lib/app.ts';
import { environments } from '../lib/settings.ts';

synthesizeApp({
  environments: Object.keys(environments),
  endpoints: [...endpoints, ...receivers],
  consumers,
  validate: true,
});
