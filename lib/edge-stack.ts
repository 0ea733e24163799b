import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { signInLimit } from '../functions/model/members/request-limit.ts';
import { addFirewall } from './api/firewall.ts';
import type { DashboardSettings } from './dashboard/settings.ts';
import type { Settings } from './settings.ts';

/** What CloudFront takes from us-east-1 only: the firewall of the dashboard. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, firewall: NonNullable<DashboardSettings['firewall']>) {
    super(scope, id, {
      description: 'Switchboard: the firewall of the dashboard',
      env: { region: 'us-east-1', ...(settings.account === undefined ? {} : { account: settings.account }) },
      terminationProtection: settings.terminationProtection,
    });
    const limits = { ...firewall, signInsPerAddress: signInLimit.max };
    const { attrArn } = addFirewall(this, 'CLOUDFRONT', limits, settings);
    new CfnOutput(this, 'FirewallArn', { value: attrArn });
  }
}
