import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/**
 * Serves the API at an address of our own, below the same /v1 as at the gateway's. The domain's DNS is not ours to
 * change: a CNAME to the target in the output makes the address work.
 */
export const addCustomDomain = (
  scope: Construct,
  api: RestApi,
  { domainName, certificateArn }: NonNullable<Settings['customDomain']>,
): void => {
  const domain = new DomainName(scope, 'Domain', {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    // The older of the two policies lets TLS 1.0 in; this one takes 1.2 and 1.3.
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  domain.addBasePathMapping(api, { basePath: 'v1', stage: api.deploymentStage });
  new CfnOutput(scope, 'DomainTarget', { value: domain.domainNameAliasDomainName });
};
