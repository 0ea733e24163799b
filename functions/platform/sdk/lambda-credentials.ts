/** This replaces the SDK's credential provider chain: Lambda passes credentials only in the environment. */
export const defaultProvider = () => async () => ({
  accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  ...(process.env['AWS_SESSION_TOKEN'] === undefined ? {} : { sessionToken: process.env['AWS_SESSION_TOKEN'] }),
});
