import { inject } from 'vitest';

// A test that calls a verb or the table directly reaches the same table as the functions of the running service.
Object.assign(process.env, inject('service').environment, { LOG_LEVEL: 'silent' });
