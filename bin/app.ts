import { endpoints } from '../functions/api/endpoints.ts';
import { synthesizeApp } from '../lib/app.ts';
import { environments } from '../lib/settings.ts';

synthesizeApp({ environments: Object.keys(environments), endpoints, validate: true });
