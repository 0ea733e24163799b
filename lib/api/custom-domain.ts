import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** The operator owns the DNS zone and adds a CNAME to the `DomainTarget` output. */
export const addCustomDomain = (
  scope: Construct,
  api: SpecRestApi,
  { domainName, certificateArn }: NonNullable<Settings['customDomain']>,
): void => {
  const domain = new DomainName(scope, 'Domain', {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  domain.addBasePathMapping(api, { basePath: 'v1', stage: api.deploymentStage });
  new CfnOutput(scope, 'DomainTarget', { value: domain.domainNameAliasDomainName });
};
