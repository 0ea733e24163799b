import { randomBytes } from 'node:crypto';
import type { DistributionContext, DistributionOptions } from '../distribution/distribution.ts';
import type { Person } from '../issuer/sign-in.ts';
import { type Issuer, startIssuer } from '../issuer/start.ts';
import { assertPortFree } from '../listen.ts';
import { LocalError } from '../local-error.ts';

export interface HostedDashboard {
  /** Loads the issuer's library. Call this after the service is ready, so that it does not delay the start. */
  load: () => Promise<unknown>;
  distribution: DistributionOptions;
  /** Known once the runtime has started. */
  issuerUrl: () => string;
  stop: () => Promise<void>;
}

interface DashboardOptions {
  port: number;
  issuerPort: number;
  people: Person[];
  /** Members connect channels here. */
  simulatorUrl: string;
  buildFiles?: () => Promise<string>;
}

const clientId = 'dashboard';

/** The dashboard with an issuer on this machine in place of Cognito. */
export const hostDashboard = (options: DashboardOptions): HostedDashboard => {
  const { port, issuerPort, people, simulatorUrl, buildFiles } = options;
  let issuer: Issuer | undefined;
  const environment = async (context: DistributionContext): Promise<Record<string, string>> => {
    const { distributionUrl, baseUrl } = context;
    const secret = randomBytes(32).toString('base64url');
    issuer = await startIssuer({
      port: issuerPort,
      people,
      client: {
        id: clientId,
        secret,
        redirectUris: [`${distributionUrl}/auth/callback`],
        postLogoutRedirectUris: [`${distributionUrl}/`, `${distributionUrl}/sign-in`],
      },
    });
    storeClientSecret(context, secret);
    return {
      DASHBOARD_URL: distributionUrl,
      API_BASE_URL: baseUrl,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: clientId,
      ALLOW_INSECURE_ISSUER: '1',
      SIMULATOR_URL: simulatorUrl,
    };
  };
  return {
    load: async () => issuer?.load(),
    distribution: {
      port,
      urlVariable: 'DASHBOARD_URL',
      stack: '-dashboard',
      portSetting: 'DASHBOARD_PORT',
      environment,
      ...(buildFiles && { buildFiles }),
    },
    issuerUrl: () => issuer?.url ?? '',
    stop: async () => issuer?.stop(),
  };
};

const storeClientSecret = ({ secrets, readEnvironment }: DistributionContext, secret: string): void =>
  secrets.put(readEnvironment('signIn')['OIDC_SECRET_ID'] ?? '', JSON.stringify({ client_secret: secret }));

const issuerPortSetting = 'ISSUER_PORT';
const defaultIssuerPort = 4300;

/**
 * Users are known by the URL of their issuer, so data that is kept needs the same port again. Fails before the slow
 * parts start.
 */
export const chooseIssuerPort = async (chosen: number | undefined, earlierUrl: string | undefined): Promise<number> => {
  const required = chosen ?? (earlierUrl === undefined ? undefined : Number(new URL(earlierUrl).port));
  if (required !== undefined) {
    await assertPortFree(required, issuerPortSetting);
    return required;
  }
  try {
    await assertPortFree(defaultIssuerPort, issuerPortSetting);
    return defaultIssuerPort;
  } catch (error) {
    if (error instanceof LocalError) return 0;
    throw error;
  }
};
