import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { statusByCode } from '../../../functions/model/api-error.ts';
import { receivers } from '../../../functions/receivers/receivers.ts';
import { environments } from '../../../lib/settings.ts';
import { fixtureEndpoints } from '../fixture/endpoints.ts';
import { synthesizeStacks } from '../fixture/stacks.ts';
import { findResources, resolveReferences } from '../fixture/template.ts';

const settings = environments['production']?.firewall;
const { service, data } = synthesizeStacks('production', fixtureEndpoints);

const visibility = z.object({ SampledRequestsEnabled: z.boolean(), CloudWatchMetricsEnabled: z.boolean() });
const managedStatement = z.object({
  ManagedRuleGroupStatement: z.object({
    VendorName: z.literal('AWS'),
    Name: z.string(),
    RuleActionOverrides: z.array(
      z.strictObject({ Name: z.string(), ActionToUse: z.strictObject({ Count: z.strictObject({}) }) }),
    ),
  }),
});
const rateStatement = z.object({
  RateBasedStatement: z.object({
    Limit: z.number(),
    EvaluationWindowSec: z.number(),
    AggregateKeyType: z.string(),
    ScopeDownStatement: z.object({
      NotStatement: z.object({
        Statement: z.object({
          RegexMatchStatement: z.object({
            RegexString: z.string(),
            FieldToMatch: z.strictObject({ UriPath: z.strictObject({}) }),
          }),
        }),
      }),
    }),
  }),
});
const firewallShape = z.object({
  Scope: z.literal('REGIONAL'),
  DefaultAction: z.strictObject({ Allow: z.strictObject({}) }),
  CustomResponseBodies: z.record(z.string(), z.object({ ContentType: z.string(), Content: z.string() })),
  VisibilityConfig: visibility,
  Rules: z.array(
    z.object({
      Name: z.string(),
      Priority: z.number(),
      Action: z.unknown().optional(),
      OverrideAction: z.unknown().optional(),
      VisibilityConfig: visibility,
      Statement: z.union([managedStatement, rateStatement]),
    }),
  ),
});

const [resource] = findResources(service, 'AWS::WAFv2::WebACL');
const firewall = firewallShape.parse(resource?.Properties);
const managed = firewall.Rules.flatMap(({ Statement, OverrideAction }) =>
  'ManagedRuleGroupStatement' in Statement ? [{ ...Statement.ManagedRuleGroupStatement, OverrideAction }] : [],
);
const perAddress = firewall.Rules.flatMap(({ Statement, Action }) =>
  'RateBasedStatement' in Statement ? [{ ...Statement.RateBasedStatement, Action }] : [],
);
const countedIn = (group: string): string[] =>
  managed.filter(({ Name }) => Name === group).flatMap(({ RuleActionOverrides }) => RuleActionOverrides.map(nameOf));
const nameOf = ({ Name }: { Name: string }): string => Name;

describe('the firewall', () => {
  it('stands before the stage of the API', () => {
    const associations = findResources(service, 'AWS::WAFv2::WebACLAssociation');
    expect(associations.map(({ Properties }) => resolveReferences(Properties, data))).toEqual([
      {
        WebACLArn: `<${resource?.id}.Arn>`,
        ResourceArn:
          'arn:<AWS::Partition>:apigateway:<AWS::Region>::/restapis/<ApiF70053CD>/stages/<ApiDeploymentStagev102147F91>',
      },
    ]);
  });

  it('blocks what the common rules and the known bad inputs of AWS block', () => {
    expect(managed.map(nameOf)).toEqual(['AWSManagedRulesCommonRuleSet', 'AWSManagedRulesKnownBadInputsRuleSet']);
    for (const { OverrideAction } of managed) expect(OverrideAction).toEqual({ None: {} });
  });

  it('blocks no body, however long and whatever a customer wrote, and nobody who names no program', () => {
    expect(countedIn('AWSManagedRulesCommonRuleSet').sort()).toEqual([
      'CrossSiteScripting_BODY',
      'EC2MetaDataSSRF_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'NoUserAgent_HEADER',
      'SizeRestrictions_BODY',
    ]);
    expect(countedIn('AWSManagedRulesKnownBadInputsRuleSet').sort()).toEqual([
      'JavaDeserializationRCE_BODY',
      'Log4JRCE_BODY',
      'ReactJSRCE_BODY',
    ]);
  });

  it('limits each address over five minutes to the number of the settings', () => {
    expect(perAddress).toMatchObject([
      { Limit: settings?.requestsPerAddress, EvaluationWindowSec: 300, AggregateKeyType: 'IP' },
    ]);
  });

  it('does not limit what channels send, and limits every other path', () => {
    const pattern = perAddress[0]?.ScopeDownStatement.NotStatement.Statement.RegexMatchStatement.RegexString;
    const free = new RegExp(pattern ?? 'no pattern');
    for (const { path } of receivers) {
      expect(`/v1${path}`).toMatch(free);
      expect(path).toMatch(free);
    }
    for (const path of ['/v1/messages', '/v1/contacts/channels/', '/messages/v1/channels/', '/v2/channels/x', '/v1'])
      expect(path).not.toMatch(free);
  });

  it('tells an address over its limit to wait, in the error shape of the API', () => {
    expect(perAddress[0]?.Action).toEqual({
      Block: {
        CustomResponse: {
          ResponseCode: statusByCode.rate_limited,
          CustomResponseBodyKey: 'rateLimited',
          ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }],
        },
      },
    });
    const { ContentType, Content } = firewall.CustomResponseBodies['rateLimited'] ?? {};
    expect(ContentType).toBe('APPLICATION_JSON');
    expect(JSON.parse(Content ?? '')).toEqual({
      error: { code: 'rate_limited', message: expect.stringContaining('Retry-After') },
    });
  });

  it('counts what it does and shows nobody the requests themselves', () => {
    for (const { VisibilityConfig } of [firewall, ...firewall.Rules])
      expect(VisibilityConfig).toEqual({ SampledRequestsEnabled: false, CloudWatchMetricsEnabled: true });
  });

  it('has rules of different names and priorities, as WAF demands', () => {
    const { length } = firewall.Rules;
    expect(new Set(firewall.Rules.map(nameOf)).size).toBe(length);
    expect(new Set(firewall.Rules.map(({ Priority }) => Priority)).size).toBe(length);
  });

  it('is absent where the settings have none', () => {
    const staging = synthesizeStacks('staging', fixtureEndpoints);
    expect(environments['staging']?.firewall).toBeUndefined();
    expect(JSON.stringify(staging.service)).not.toContain('AWS::WAFv2');
  });
});
