import { join } from 'node:path';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { DashboardFunction } from '../../functions/dashboard/functions.ts';
import { bucketEnvironment, bucketStatements } from '../functions/bucket-grants.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import { memoryMbOf } from '../functions/memory.ts';
import { type Queues, queueEnvironment, sendGrantStatements } from '../functions/queue-grants.ts';
import { type Secrets, secretEnvironment, secretStatements } from '../functions/secret-grants.ts';
import { type TableAccess, tableStatements } from '../functions/table-grants.ts';
import type { Settings } from '../settings.ts';
import { originKey } from './distribution.ts';
import { type Issuer, issuerEnvironment } from './issuer.ts';
import type { DashboardSettings } from './settings.ts';

export interface FunctionContext {
  settings: Settings;
  dashboard: DashboardSettings;
  dashboardUrl: string;
  apiBaseUrl: string;
  data: TableAccess & { secrets: Secrets; mediaBucket: IBucket };
  queues: Queues;
  issuer: Issuer;
  metricsNamespace: string;
  bundleDir: string;
}

export const addDashboardFunction = (
  scope: Construct,
  { name, grants }: DashboardFunction,
  context: FunctionContext,
): BundledFunction => {
  const { settings, dashboard, data, queues, issuer, metricsNamespace, bundleDir } = context;
  const secrets = { ...data.secrets, oidc: issuer.secret };
  return new BundledFunction(scope, name, {
    bundleDir: join(bundleDir, name),
    ...settings.apiFunction,
    memoryMb: memoryMbOf(name, settings),
    reservedConcurrency: dashboard.reservedConcurrency,
    environment: {
      TABLE_NAME: data.table.tableName,
      DASHBOARD_URL: context.dashboardUrl,
      API_BASE_URL: context.apiBaseUrl,
      ORIGIN_KEY: originKey(scope),
      SESSION_IDLE_HOURS: String(dashboard.sessionHours.idle),
      SESSION_ABSOLUTE_HOURS: String(dashboard.sessionHours.absolute),
      AUDIT_DAYS: String(dashboard.auditDays),
      ...(grants.includes('secret:oidc') ? issuerEnvironment(issuer) : {}),
      ...bucketEnvironment(grants, data.mediaBucket, settings),
      ...queueEnvironment(grants, queues),
      ...secretEnvironment(grants, secrets),
    },
    statements: [
      ...tableStatements(grants, data),
      ...bucketStatements(grants, data.mediaBucket, data.key),
      ...sendGrantStatements(grants, queues, data.key),
      ...secretStatements(grants, secrets, data.key),
    ],
    metricsNamespace,
    settings,
  });
};
