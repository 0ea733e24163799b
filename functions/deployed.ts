import { endpoints } from './api/endpoints.ts';
import { consumers } from './consumers/consumers.ts';
import { dashboardFunctions } from './dashboard/functions.ts';
import { receivers } from './receivers/receivers.ts';

export const deployed = { endpoints: [...endpoints, ...receivers], consumers, dashboardFunctions };
