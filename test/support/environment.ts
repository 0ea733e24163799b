import { inject } from 'vitest';

// Verbs that a test calls directly use the table of the running service. They log nothing, unless the test asks for it.
Object.assign(process.env, inject('service').environment, {
  LOG_LEVEL: 'silent',
  METRICS_NAMESPACE: '',
  NODE_OPTIONS: '',
  AUDIT_DAYS: '400',
});
