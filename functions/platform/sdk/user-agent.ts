interface BuildArguments {
  request: { headers: Record<string, string> };
}

interface Stack {
  add: (middleware: ReturnType<typeof userAgentMiddleware>, options: object) => void;
}

/** The SDK builds a longer one for every call. CloudTrail shows it. */
export const createDefaultUserAgentProvider =
  ({ clientVersion }: { clientVersion: string }) =>
  () =>
    `Switchboard/1.0 aws-sdk-js/${clientVersion}`;

export const userAgentMiddleware =
  ({ defaultUserAgentProvider: provide }: { defaultUserAgentProvider: () => string }) =>
  <Result>(next: (buildArguments: BuildArguments) => Promise<Result>) =>
  (buildArguments: BuildArguments): Promise<Result> => {
    buildArguments.request.headers['user-agent'] = provide();
    return next(buildArguments);
  };

export const getUserAgentMiddlewareOptions = { name: 'getUserAgentMiddleware', step: 'build', priority: 'low' };

export const getUserAgentPlugin = (config: { defaultUserAgentProvider: () => string }) => ({
  applyToStack: (stack: Stack) => stack.add(userAgentMiddleware(config), getUserAgentMiddlewareOptions),
});
