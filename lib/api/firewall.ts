import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { type ApiErrorCode, statusByCode } from '../../functions/model/api-error.ts';
import type { Settings } from '../settings.ts';

type Rule = CfnWebACL.RuleProperty;

/**
 * Customers write what they like, and attachments make bodies long: a body that looks like an attack, or is longer than
 * a web form, is a message. Bodies are parsed as JSON and nothing else, so what the rules find in them is only counted.
 */
const countOnlyCommonRules = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  // Programs call this API, and many of their HTTP clients, Node's own included, do not say who they are.
  'NoUserAgent_HEADER',
];
const countOnlyBadInputRules = ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY', 'ReactJSRCE_BODY'];

/** An address that is over its number is let in again when its last five minutes are below it. */
const retryAfterSeconds = 60;
const code: ApiErrorCode = 'rate_limited';
const message =
  'This address has sent too many requests in five minutes. Wait for the seconds in Retry-After and try again.';

/**
 * Stands before the API. What a managed rule blocks, the gateway answers as WAF_FILTERED, in our error shape; only the
 * limit of an address has an answer of its own, because 403 would not tell the caller to wait.
 */
export const addFirewall = (
  scope: Construct,
  api: RestApi,
  { requestsPerAddress }: NonNullable<Settings['firewall']>,
): void => {
  const firewall = new CfnWebACL(scope, 'Firewall', {
    scope: 'REGIONAL',
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
  new CfnWebACLAssociation(scope, 'FirewallOfApi', {
    webAclArn: firewall.attrArn,
    resourceArn: api.deploymentStage.stageArn,
  });
};

/** A channel sends the messages of all its customers from a few addresses, and signs them, so its routes are left out. */
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

/** With the stage, which the gateway's own address has in front of every path, or without. */
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
  // Samples would show whole requests, and with them what customers write, to everyone with access to the console.
  sampledRequestsEnabled: false,
});
