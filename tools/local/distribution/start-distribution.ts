import type { Secrets } from '../engines/secrets.ts';
import { readHttpApis } from '../http-api/http-api.ts';
import { getFunctionByReference } from '../lambda/find-function.ts';
import type { FunctionDefinition } from '../lambda/function-definition.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import { addAttributes, type Deployment } from '../template/deployment.ts';
import { findDistribution, readDistribution } from './distribution.ts';
import { bindFront } from './front.ts';

export interface DistributionOptions {
  port: number;
  /** Variables of the functions behind the distribution, in place of the template's. Asked before the first request. */
  environment?: (context: DistributionContext) => Promise<Record<string, string>>;
}

export interface DistributionContext {
  distributionUrl: string;
  baseUrl: string;
  secrets: Secrets;
  readEnvironment: (functionIdOrPrefix: string) => Record<string, string>;
}

export interface HostedDistribution {
  url: string;
  /** Gives a function behind the distribution its variables. */
  adapt: (definition: FunctionDefinition) => FunctionDefinition;
  open: (functions: HostedFunction[], context: Omit<DistributionContext, 'distributionUrl'>) => Promise<void>;
  stop: () => Promise<void>;
}

export const distributionPortSetting = 'DASHBOARD_PORT';

/** Takes the port; `open` then answers on it. Returns `undefined` for an assembly without a distribution. */
export const bindDistribution = async (
  deployment: Deployment,
  { port, environment }: DistributionOptions,
): Promise<HostedDistribution | undefined> => {
  const resource = findDistribution(deployment);
  if (resource === undefined) return undefined;
  const front = await bindFront(port, distributionPortSetting);
  addAttributes(deployment, resource, { DomainName: new URL(front.url).host });
  let variables: Record<string, string> = {};
  const arns = new Set<string>();
  return {
    url: front.url,
    adapt: (definition) => ({
      ...definition,
      environment: () => ({ ...definition.environment(), ...(arns.has(definition.arn) ? variables : {}) }),
    }),
    open: async (functions, context) => {
      const apis = readHttpApis(deployment);
      const distribution = readDistribution(deployment, resource, apis);
      for (const { functionArn } of apis.flatMap(({ routes }) => routes))
        arns.add(getFunctionByReference(functions, functionArn).definition.arn);
      variables = (await environment?.({ distributionUrl: front.url, ...context })) ?? {};
      front.open(distribution, functions);
    },
    stop: front.stop,
  };
};
