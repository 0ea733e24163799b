import { endpoints } from '../functions/api/endpoints.ts';
import { consumers } from '../functions/consumers/consumers.ts';
import { receivers } from '../functions/receivers/receivers.ts';
import { synthesizeApp } from '../lib/app.ts';
import { environments } from '../lib/settings.ts';

synthesizeApp({
  environments: Object.keys(environments),
  endpoints: [...endpoints, ...receivers],
  consumers,
  validate: true,
});
