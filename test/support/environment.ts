import { inject } from 'vitest';

// A test that calls a verb or the table directly reaches the same table as the functions of the running service.
// Its own lines are silent and carry no metrics, unless it says otherwise.
Object.assign(process.env, inject('service').environment, { LOG_LEVEL: 'silent', METRICS_NAMESPACE: '' });
