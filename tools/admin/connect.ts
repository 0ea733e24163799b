/** Which service a command acts on: a deployed environment, or without one the local service. */
export interface Destination {
  env: string | undefined;
  region: string | undefined;
  profile: string | undefined;
}

/** Sets the environment that the domain's modules read when they are first imported, so it comes before them. */
export const connect = async ({ env, region, profile }: Destination): Promise<void> => {
  if (env === undefined) {
    const { connectLocal } = await import('./connect-local.ts');
    return connectLocal();
  }
  const { connectDeployed } = await import('./connect-deployed.ts');
  return connectDeployed(env, { region, profile });
};
