import { deployed } from '../functions/deployed.ts';
import { synthesizeApp } from '../lib/app.ts';
import { environments } from '../lib/settings.ts';

await synthesizeApp({ environments, ...deployed, validate: true });
