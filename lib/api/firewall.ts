import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { type ApiErrorCode, statusByCode } from '../../functions/model/api-error.ts';
import type { Settings } from '../settings.ts';

type Rule = CfnWebACL.RuleProperty;

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

/**
 * A request blocked by a managed rule gets the gateway's WAF_FILTERED response, a 403 in our error shape. The rate limit
 * has its own response, because callers should wait and retry. A web ACL for CloudFront must be in us-east-1.
 */
export const addFirewall = (
  scope: Construct,
  kind: 'REGIONAL' | 'CLOUDFRONT',
  { requestsPerAddress }: NonNullable<Settings['firewall']>,
): CfnWebACL =>
  new CfnWebACL(scope, 'Firewall', {
    scope: kind,
    defaultAction: { allow: {} },
    visibilityConfig: toVisibilityConfig('Firewall'),
    customResponseBodies: {
      rateLimited: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ error: { code, message } }) },
    },
    rules: [
      rateLimitRule(0, requestsPerAddress),
      managedRule(1, 'AWSManagedRulesCommonRuleSet', countOnlyCommonRules),
      managedRule(2, 'AWSManagedRulesKnownBadInputsRuleSet', countOnlyBadInputRules),
    ],
  });

export const addFirewallAssociation = (
  scope: Construct,
  id: string,
  { attrArn: webAclArn }: CfnWebACL,
  resourceArn: string,
): void => {
  new CfnWebACLAssociation(scope, id, { webAclArn, resourceArn });
};

/** Excludes channel routes: a channel sends all of its signed traffic from a few addresses. */
const rateLimitRule = (priority: number, limit: number): Rule => ({
  name: 'RequestsPerAddress',
  priority,
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
      scopeDownStatement: { notStatement: { statement: channelRouteStatement } },
    },
  },
  visibilityConfig: toVisibilityConfig('RequestsPerAddress'),
});

/** The path includes the stage on the gateway's own domain, but not on a custom domain. */
const channelRouteStatement: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: '^/(v1/)?channels/',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

const managedRule = (priority: number, name: string, countOnlyRules: readonly string[]): Rule => ({
  name,
  priority,
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
