import { endpoints } from './api/endpoints.ts';
import { consumers } from './consumers/consumers.ts';
import { receivers } from './receivers/receivers.ts';

/** Every function of the service: those behind the gateway and those that a queue or the stream calls. */
export const deployed = { endpoints: [...endpoints, ...receivers], consumers };
