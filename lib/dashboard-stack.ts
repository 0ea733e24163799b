import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DashboardFunction } from '../functions/dashboard/functions.ts';
import { addDistribution } from './dashboard/distribution.ts';
import { addFilesBucket, deployFiles } from './dashboard/files.ts';
import { addDashboardFunction } from './dashboard/functions.ts';
import { addHttpApi, addRoutes } from './dashboard/http-api.ts';
import { addCognitoClient, addOwnIssuer, type Issuer } from './dashboard/issuer.ts';
import { checkDashboardSettings, type DashboardSettings } from './dashboard/settings.ts';
import type { DataStack } from './data-stack.ts';
import type { ServiceStack } from './service-stack.ts';
import type { Settings } from './settings.ts';

export interface DashboardStackProps {
  settings: Settings;
  dashboard: DashboardSettings;
  data: DataStack;
  service: ServiceStack;
  functions: readonly DashboardFunction[];
  /** One folder per bundle, named after its function. */
  bundleDir: string;
  /** The built front end. */
  filesDir: string;
}

/** The pages of the dashboard, and behind the same address the two functions that they call. */
export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, props: DashboardStackProps) {
    super(scope, id, {
      description: 'Switchboard: the dashboard and its functions',
      terminationProtection: props.settings.terminationProtection,
    });
    const { settings, dashboard, service } = props;
    checkDashboardSettings(dashboard);
    const api = addHttpApi(this, this.stackName);
    const bucket = addFilesBucket(this, settings);
    const distribution = addDistribution(this, { api, bucket, settings: dashboard });
    deployFiles(this, bucket, props.filesDir, settings);
    const dashboardUrl = `https://${dashboard.domain?.name ?? distribution.distributionDomainName}`;
    const issuer = this.addIssuer(props, dashboardUrl);
    const { baseUrl: apiBaseUrl, queues, metricsNamespace } = service;
    const context = { ...props, dashboardUrl, apiBaseUrl, queues, metricsNamespace, issuer };
    const routes = props.functions.map((entry) => {
      const bundled = addDashboardFunction(this, entry, context);
      return { name: entry.name, path: entry.path, target: bundled.function };
    });
    addRoutes(this, api, routes);
    new CfnOutput(this, 'DashboardUrl', { value: dashboardUrl });
    new CfnOutput(this, 'DistributionDomain', { value: distribution.distributionDomainName });
    new CfnOutput(this, 'OidcSecretArn', { value: issuer.secret.secretArn });
  }

  private addIssuer({ data, dashboard, settings }: DashboardStackProps, dashboardUrl: string): Issuer {
    const issuerProps = { dashboardUrl, key: data.key, removalPolicy: settings.removalPolicy };
    if (dashboard.issuer !== 'cognito') return addOwnIssuer(this, dashboard.issuer, issuerProps);
    if (!data.userPool) throw new Error('The data stack has no user pool for the issuer "cognito".');
    return addCognitoClient(this, data.userPool, issuerProps);
  }
}
