import { deployedFunctions, synthesizeApp } from '../lib/app.ts';
import { environments } from '../lib/settings.ts';

synthesizeApp({ environments, ...deployedFunctions, validate: true });
