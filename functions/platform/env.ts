export const queueUrlVariable = (queue: string): string => `${toVariable(queue)}_QUEUE_URL`;

export const secretIdVariable = (secret: string): string => `${toVariable(secret)}_SECRET_ID`;

export const mediaBucketVariable = 'MEDIA_BUCKET';

export const mediaBytesMaxVariable = 'MEDIA_BYTES_MAX';

export const mediaDaysVariable = 'MEDIA_DAYS';

export const localWebhooksVariable = 'ALLOW_LOCAL_WEBHOOKS';

const toVariable = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The only place that reads a function's environment. */
const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

export const env = {
  tableName: () => required('TABLE_NAME'),
  queueUrl: (queue: string) => required(queueUrlVariable(queue)),
  mediaBucket: () => required(mediaBucketVariable),
  mediaBytesMax: () => Number(required(mediaBytesMaxVariable)),
  mediaDays: () => Number(required(mediaDaysVariable)),
  secretId: (secret: string) => required(secretIdVariable(secret)),
  /** The origin of every page, redirect and request of the dashboard. Never taken from a request. */
  dashboardUrl: () => required('DASHBOARD_URL'),
  /** The origin of the web chat, where the environment has one. */
  chatUrl: () => process.env['CHAT_URL'] || undefined,
  /** The files of the frame, by what they are. */
  chatAssets: () => required('CHAT_ASSETS'),
  apiBaseUrl: () => required('API_BASE_URL'),
  /** CloudFront sends it with every request that it forwards. */
  originKey: () => required('ORIGIN_KEY'),
  oidcIssuer: () => required('OIDC_ISSUER'),
  oidcClientId: () => required('OIDC_CLIENT_ID'),
  /** Set for an issuer that owns its users' domain and sends no `email_verified`. */
  trustsIssuerEmail: () => process.env['TRUST_ISSUER_EMAIL'] === '1',
  sessionIdleHours: () => Number(required('SESSION_IDLE_HOURS')),
  sessionAbsoluteHours: () => Number(required('SESSION_ABSOLUTE_HOURS')),
  recordsRequests: () => process.env['REQUEST_RECORDS'] === '1',
  /** Set where the settings name a sender. */
  sendsMail: () => process.env['SENDS_MAIL'] === '1',
  mailSender: () => required('MAIL_SENDER'),
  mailConfigurationSet: () => required('MAIL_CONFIGURATION_SET'),
  /** The hosts of the event API, which exists beside a dashboard. */
  hintsHost: () => process.env['HINTS_HOST'] || undefined,
  hintsSocketHost: () => process.env['HINTS_SOCKET_HOST'] || undefined,
  /** Set by the local runtime only, where both hosts are one. */
  eventApiUrl: () => process.env['AWS_ENDPOINT_URL_APPSYNC'] || undefined,
  /** Lambda sets them for the role of the function. */
  awsIdentity: () => ({
    region: required('AWS_REGION'),
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(process.env['AWS_SESSION_TOKEN'] ? { sessionToken: process.env['AWS_SESSION_TOKEN'] } : {}),
  }),
  /** The names of functions. */
  sentinels: () => required('SENTINELS').split(','),
  auditDays: () => Number(required('AUDIT_DAYS')),
  /** Only the local runtime sets it, never the stack. */
  allowsInsecureIssuer: () => process.env['ALLOW_INSECURE_ISSUER'] === '1',
  simulatorUrl: () => process.env['SIMULATOR_URL'] || undefined,
  allowsLocalWebhooks: () => process.env[localWebhooksVariable] === '1',
  refusesLocalWebhooks: () => process.env[localWebhooksVariable] === '0',
  logLevel: () => process.env['LOG_LEVEL'] ?? 'info',
  metricsNamespace: () => process.env['METRICS_NAMESPACE'],
};
