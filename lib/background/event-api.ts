import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { AppSyncAuthorizationType, EventApi } from 'aws-cdk-lib/aws-appsync';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { DeployedFunction } from '../../functions/model/deployed-function.ts';
import { channelNamespace, visitorNamespace } from '../../functions/model/hints/hint.ts';
import { type DashboardSettings, reservedConcurrencyOf } from '../dashboard/settings.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import { memoryMbOf } from '../functions/memory.ts';
import { type Secrets, secretEnvironment, secretStatements } from '../functions/secret-grants.ts';
import { type TableAccess, tableStatements } from '../functions/table-grants.ts';
import type { Settings } from '../settings.ts';

export interface EventApiProps {
  authorizer: DeployedFunction;
  dashboard: DashboardSettings;
  settings: Settings;
  data: TableAccess & { secrets: Secrets };
  logGroup: LogGroup;
  metricsNamespace: string;
  bundleDir: string;
}

const { IAM, LAMBDA } = AppSyncAuthorizationType;

/** A ticket as functions/platform/encryption.ts writes it. AppSync refuses anything else without a call. */
const ticketPattern = '^encrypted:v1:[a-z0-9]{1,32}:[A-Za-z0-9_-]{40,1000}$';

/**
 * Pages of the dashboard open sockets here, and functions publish what changed. It has no log: AppSync writes several
 * lines for every event, which would cost more than the events. The functions log what they publish and refuse.
 */
export const addEventApi = (scope: Construct, props: EventApiProps): { eventApi: EventApi; authorizer: IFunction } => {
  const authorizer = addAuthorizer(scope, props);
  const eventApi = new EventApi(scope, 'EventApi', {
    apiName: Stack.of(scope).stackName,
    authorizationConfig: {
      authProviders: [
        { authorizationType: IAM },
        {
          authorizationType: LAMBDA,
          // The next answer may differ: a member may have been removed.
          lambdaAuthorizerConfig: {
            handler: authorizer,
            resultsCacheTtl: Duration.seconds(0),
            validationRegex: ticketPattern,
          },
        },
      ],
      connectionAuthModeTypes: [LAMBDA],
      defaultPublishAuthModeTypes: [IAM],
      defaultSubscribeAuthModeTypes: [LAMBDA],
    },
  });
  for (const namespace of [channelNamespace, visitorNamespace]) eventApi.addChannelNamespace(namespace);
  return { eventApi, authorizer };
};

/** AppSync waits no longer for an answer. */
const authorizerTimeoutSeconds = 10;

/** Anyone can make AppSync call it, so it has a share of the concurrency like the functions of the dashboard. */
const addAuthorizer = (scope: Construct, props: EventApiProps): IFunction => {
  const { authorizer, dashboard, settings, data, logGroup, metricsNamespace, bundleDir } = props;
  const { name, grants } = authorizer;
  return new BundledFunction(scope, name, {
    bundleDir: join(bundleDir, name),
    memoryMb: memoryMbOf(name, settings),
    timeoutSeconds: authorizerTimeoutSeconds,
    reservedConcurrency: reservedConcurrencyOf(name, dashboard),
    environment: {
      TABLE_NAME: data.table.tableName,
      SESSION_IDLE_HOURS: String(dashboard.sessionHours.idle),
      SESSION_ABSOLUTE_HOURS: String(dashboard.sessionHours.absolute),
      ...secretEnvironment(grants, data.secrets),
    },
    statements: [...tableStatements(grants, data), ...secretStatements(grants, data.secrets, data.key)],
    logGroup,
    metricsNamespace,
    settings,
  }).function;
};
