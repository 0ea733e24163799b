/** The only place that reads the environment of a function. A missing variable is a fault of the deployment. */
const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

export const env = {
  tableName: () => required('TABLE_NAME'),
  logLevel: () => process.env['LOG_LEVEL'] ?? 'info',
};
