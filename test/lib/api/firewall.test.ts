import { Match } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { receivers } from '../../../functions/receivers/receivers.ts';
import { getSettings } from '../../../lib/settings.ts';
import { listResources, readStacks } from '../fixture/stacks.ts';

const { service } = readStacks('production');
const custom = readStacks('custom');
const [firewall] = listResources(service, 'AWS::WAFv2::WebACL').map(({ Properties }) => Properties);
const [rateLimit, channelRateLimit, commonRules, ...otherRules] = firewall.Rules;

it('the firewall protects the stage of the API and allows requests that no rule blocks', () => {
  service.resourceCountIs('AWS::WAFv2::WebACL', 1);
  service.hasResourceProperties('AWS::WAFv2::WebACL', { Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
  service.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
    WebACLArn: '<Firewall.Arn>',
    ResourceArn: Match.exact(
      'arn:<AWS::Partition>:apigateway:<AWS::Region>::/restapis/<Api>/stages/<ApiDeploymentStagev1>',
    ),
  });
});

it("AWS's common rules block requests, but neither for a body or a query nor for a missing User-Agent", () => {
  const { VendorName, Name, RuleActionOverrides } = commonRules.Statement.ManagedRuleGroupStatement;
  expect({ VendorName, Name }).toEqual({ VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' });
  expect([commonRules.OverrideAction, otherRules]).toEqual([{ None: {} }, []]);
  for (const { Name: rule, ActionToUse } of RuleActionOverrides) {
    expect(ActionToUse).toEqual({ Count: {} });
    expect(rule).toMatch(/_(BODY|QUERYSTRING|QUERYARGUMENTS)$|^NoUserAgent_HEADER$/);
  }
  expect(RuleActionOverrides).toHaveLength(12);
});

it('each IP address has the request limit of the settings per five minutes', () => {
  expect(rateLimit.Statement.RateBasedStatement).toMatchObject({
    Limit: getSettings('production').firewall?.requestsPerAddress,
    EvaluationWindowSec: 300,
    AggregateKeyType: 'IP',
  });
});

it('the routes of channels have a limit of their own per address, at most half of the throttle', () => {
  const { firewall: limits, publicThrottle } = getSettings('production');
  const { Limit, EvaluationWindowSec, AggregateKeyType, ScopeDownStatement } =
    channelRateLimit.Statement.RateBasedStatement;
  expect({ Limit, EvaluationWindowSec, AggregateKeyType }).toEqual({
    Limit: limits?.channelRequestsPerAddress,
    EvaluationWindowSec: 300,
    AggregateKeyType: 'IP',
  });
  expect(ScopeDownStatement).toEqual(rateLimit.Statement.RateBasedStatement.ScopeDownStatement.NotStatement.Statement);
  expect(Limit / EvaluationWindowSec).toBeLessThanOrEqual(publicThrottle.channels.requestsPerSecond / 2);
  expect(channelRateLimit.Action).toEqual(rateLimit.Action);
});

it('the rate limit applies to every path except the routes of channels', () => {
  const { RegexString, FieldToMatch } =
    rateLimit.Statement.RateBasedStatement.ScopeDownStatement.NotStatement.Statement.RegexMatchStatement;
  expect(FieldToMatch).toEqual({ UriPath: {} });
  const unlimited = new RegExp(RegexString);
  expect(receivers).not.toEqual([]);
  for (const { path } of receivers) {
    expect(`/v1${path}`).toMatch(unlimited);
    expect(path).toMatch(unlimited);
  }
  for (const path of ['/v1/messages', '/v1/contacts/channels/', '/messages/v1/channels/', '/v2/channels/x', '/v1'])
    expect(path).not.toMatch(unlimited);
});

it('an address over its limit gets a 503 in the error shape of the API, with Retry-After', () => {
  expect(rateLimit.Action).toEqual({
    Block: {
      CustomResponse: {
        ResponseCode: 503,
        CustomResponseBodyKey: 'overLimit',
        ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }],
      },
    },
  });
  const { ContentType, Content } = firewall.CustomResponseBodies.overLimit;
  expect(ContentType).toBe('APPLICATION_JSON');
  expect(JSON.parse(Content)).toEqual({
    error: { code: 'internal', message: expect.stringContaining('Retry-After') },
  });
});

it('the firewall and every rule publish metrics and store no sample of a request', () => {
  for (const { VisibilityConfig } of [firewall, ...firewall.Rules])
    expect(VisibilityConfig).toMatchObject({ SampledRequestsEnabled: false, CloudWatchMetricsEnabled: true });
});

it('the log has no credentials, no queries and no line for each call without a User-Agent', () => {
  const [log] = listResources(service, 'AWS::WAFv2::LoggingConfiguration').map(({ Properties }) => Properties);
  expect(log.RedactedFields).toEqual([
    { SingleHeader: { Name: 'authorization' } },
    { SingleHeader: { Name: 'cookie' } },
    { QueryString: {} },
  ]);
  const { DefaultBehavior, Filters } = log.LoggingFilter;
  const behaviors = Filters.map(({ Behavior }: { Behavior: string }) => Behavior);
  expect([DefaultBehavior, behaviors]).toEqual(['DROP', ['KEEP', 'DROP', 'KEEP']]);
  expect(JSON.stringify(Filters[1].Conditions)).toContain('NoUserAgent');
});

it('only the log delivery of this account may write to the log of the firewall', () => {
  const [policy] = listResources(service, 'AWS::Logs::ResourcePolicy').map(({ Properties }) => Properties);
  expect(JSON.parse(policy.PolicyDocument).Statement).toEqual([
    {
      Effect: 'Allow',
      Principal: { Service: 'delivery.logs.amazonaws.com' },
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: '<FirewallLog.Arn>:log-stream:*',
      Condition: {
        StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' },
        ArnLike: { 'aws:SourceArn': 'arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:*' },
      },
    },
  ]);
});

it('staging gets the firewall of production with one line in its settings', () => {
  const [inStaging] = listResources(custom.service, 'AWS::WAFv2::WebACL').map(({ Properties }) => Properties);
  expect(inStaging).toEqual(firewall);
});

it('an environment without a firewall setting has none', () => {
  expect(getSettings('staging').firewall).toBeUndefined();
  expect(JSON.stringify(readStacks('staging').service.toJSON())).not.toContain('AWS::WAFv2');
});
