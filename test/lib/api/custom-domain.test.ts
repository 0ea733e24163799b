import { describe, expect, it } from 'vitest';
import { getSettings } from '../../../lib/settings.ts';
import { listResources, synthesizeVariant } from '../fixture/stacks.ts';

const certificateArn = 'arn:aws:acm:eu-central-1:111111111111:certificate/00000000-0000-0000-0000-000000000000';
const customDomain = { domainName: 'api.example.com', certificateArn };
const { service } = synthesizeVariant('preview', { ...getSettings('staging'), customDomain });

const listProperties = (type: string) => listResources(service, type).map(({ Properties }) => Properties);

describe('custom domain', () => {
  it('the domain is regional, uses its certificate and requires TLS 1.2', () => {
    expect(listProperties('AWS::ApiGateway::DomainName')).toEqual([
      {
        DomainName: 'api.example.com',
        RegionalCertificateArn: certificateArn,
        EndpointConfiguration: { Types: ['REGIONAL'] },
        SecurityPolicy: 'TLS_1_2',
      },
    ]);
  });

  it('the domain serves the API below /v1, as the gateway does', () => {
    expect(listProperties('AWS::ApiGateway::BasePathMapping')).toEqual([
      { DomainName: '<Domain>', BasePath: 'v1', RestApiId: '<Api>', Stage: '<ApiDeploymentStagev1>' },
    ]);
    expect(listProperties('AWS::ApiGateway::Stage')).toMatchObject([{ StageName: 'v1' }]);
  });

  it('the outputs are the base URL on the domain and the target for its CNAME', () => {
    service.hasOutput('BaseUrl', { Value: 'https://api.example.com/<ApiDeploymentStagev1>' });
    service.hasOutput('DomainTarget', { Value: '<Domain.RegionalDomainName>' });
  });
});
