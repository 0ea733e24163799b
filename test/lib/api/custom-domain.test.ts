import { describe, expect, it } from 'vitest';
import { environments, getSettings } from '../../../lib/settings.ts';
import { fixtureEndpoints } from '../fixture/endpoints.ts';
import { synthesizeStacks } from '../fixture/stacks.ts';
import { findResources, resolveReferences } from '../fixture/template.ts';

const certificateArn = 'arn:aws:acm:eu-central-1:111111111111:certificate/00000000-0000-0000-0000-000000000000';
const customDomain = { domainName: 'api.example.com', certificateArn };
// A third environment is one object and nothing else.
environments['preview'] = { ...getSettings('staging'), customDomain };

const { service, data } = synthesizeStacks('preview', fixtureEndpoints);
const propertiesOf = (type: string) =>
  findResources(service, type).map(({ Properties }) => resolveReferences(Properties, data));

describe('a custom domain', () => {
  it('is served in the region with its own certificate, by TLS 1.2 or newer', () => {
    expect(propertiesOf('AWS::ApiGateway::DomainName')).toEqual([
      {
        DomainName: 'api.example.com',
        RegionalCertificateArn: certificateArn,
        EndpointConfiguration: { Types: ['REGIONAL'] },
        SecurityPolicy: 'TLS_1_2',
      },
    ]);
  });

  it('has the API below /v1, as the gateway has', () => {
    const [domain] = findResources(service, 'AWS::ApiGateway::DomainName');
    expect(propertiesOf('AWS::ApiGateway::BasePathMapping')).toEqual([
      {
        DomainName: `<${domain?.id}>`,
        BasePath: 'v1',
        RestApiId: '<ApiF70053CD>',
        Stage: '<ApiDeploymentStagev102147F91>',
      },
    ]);
    expect(propertiesOf('AWS::ApiGateway::Stage')).toMatchObject([{ StageName: 'v1' }]);
  });

  it('is the base URL that operators are told, with the target for their DNS', () => {
    const [domain] = findResources(service, 'AWS::ApiGateway::DomainName');
    expect(resolveReferences(service.Outputs, data)).toMatchObject({
      BaseUrl: { Value: 'https://api.example.com/<ApiDeploymentStagev102147F91>' },
      DomainTarget: { Value: `<${domain?.id}.RegionalDomainName>` },
    });
  });
});
