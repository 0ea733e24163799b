/**
 * Stands in for the SDK's chain of credential providers when functions are bundled: Lambda hands a function its
 * credentials in the environment and nowhere else. It saves each bundle about 90 KB of code that never runs.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  ...(process.env['AWS_SESSION_TOKEN'] === undefined ? {} : { sessionToken: process.env['AWS_SESSION_TOKEN'] }),
});
