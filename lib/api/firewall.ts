import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { type ApiErrorCode, statusByCode } from '../../functions/model/api-error.ts';
import type { Settings } from '../settings.ts';

type Firewall = NonNullable<Settings['firewall']>;
type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

/**
 * Count instead of block: customers may write text that looks like an attack, attachments make bodies long, and bodies
 * are only ever parsed as JSON.
 */
const countOnlyCommonRules = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  // Many HTTP clients send no User-Agent, Node's included.
  'NoUserAgent_HEADER',
];
const countOnlyBadInputRules = ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY', 'ReactJSRCE_BODY'];

const retryAfterSeconds = 60;
const code: ApiErrorCode = 'rate_limited';
const message =
  'This IP address sent too many requests in five minutes. Try again after the number of seconds in Retry-After.';

/** The dashboard has no routes of channels. */
type FirewallLimits = Pick<Firewall, 'requestsPerAddress'> & Partial<Firewall>;

/**
 * A request blocked by a managed rule gets the gateway's WAF_FILTERED response, a 403 in our error shape. The rate limit
 * has its own response, because callers should wait and retry. A web ACL for CloudFront must be in us-east-1.
 */
export const addFirewall = (
  scope: Construct,
  kind: 'REGIONAL' | 'CLOUDFRONT',
  { requestsPerAddress, channelRequestsPerAddress }: FirewallLimits,
): CfnWebACL =>
  new CfnWebACL(scope, 'Firewall', {
    scope: kind,
    defaultAction: { allow: {} },
    visibilityConfig: toVisibilityConfig('Firewall'),
    customResponseBodies: {
      rateLimited: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ error: { code, message } }) },
    },
    rules: [
      rateLimitRule('RequestsPerAddress', requestsPerAddress, { notStatement: { statement: channelRoutes } }),
      ...(channelRequestsPerAddress === undefined
        ? []
        : [rateLimitRule('ChannelRequestsPerAddress', channelRequestsPerAddress, channelRoutes)]),
      managedRule('AWSManagedRulesCommonRuleSet', countOnlyCommonRules),
      managedRule('AWSManagedRulesKnownBadInputsRuleSet', countOnlyBadInputRules),
    ].map((rule, priority) => ({ ...rule, priority })),
  });

export const addFirewallAssociation = (
  scope: Construct,
  id: string,
  { attrArn: webAclArn }: CfnWebACL,
  resourceArn: string,
): void => {
  new CfnWebACLAssociation(scope, id, { webAclArn, resourceArn });
};

const rateLimitRule = (name: string, limit: number, scopeDownStatement: CfnWebACL.StatementProperty): Rule => ({
  name,
  action: {
    block: {
      customResponse: {
        responseCode: statusByCode[code],
        customResponseBodyKey: 'rateLimited',
        responseHeaders: [{ name: 'Retry-After', value: String(retryAfterSeconds) }],
      },
    },
  },
  statement: {
    rateBasedStatement: {
      limit,
      evaluationWindowSec: 300,
      aggregateKeyType: 'IP',
      scopeDownStatement,
    },
  },
  visibilityConfig: toVisibilityConfig(name),
});

/**
 * Limited apart: a channel sends all of its signed traffic from a few addresses. The path includes the stage on the
 * gateway's own domain, but not on a custom domain.
 */
const channelRoutes: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: '^/(v1/)?channels/',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

const managedRule = (name: string, countOnlyRules: readonly string[]): Rule => ({
  name,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: countOnlyRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: toVisibilityConfig(name),
});

const toVisibilityConfig = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples would show customers' messages to everyone with console access.
  sampledRequestsEnabled: false,
});
