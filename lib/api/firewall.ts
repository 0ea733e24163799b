import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { errorMessages } from '../../functions/model/api-error.ts';
import { removalPolicyOfNamed, type Settings } from '../settings.ts';

type Firewall = NonNullable<Settings['firewall']>;
type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

/**
 * Count instead of block: customers may write or search for text that looks like an attack, attachments make bodies
 * long, and bodies and queries are only ever parsed.
 */
const countOnlyCommonRules = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_QUERYARGUMENTS',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'GenericLFI_QUERYARGUMENTS',
  'GenericRFI_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS',
  // Many HTTP clients send no User-Agent, Node's included.
  'NoUserAgent_HEADER',
];

const retryAfterSeconds = 60;

/** The dashboard has no routes of channels. */
type FirewallLimits = Pick<Firewall, 'requestsPerAddress'> & Partial<Firewall> & { signInsPerAddress?: number };

/**
 * A request blocked by a managed rule gets the gateway's WAF_FILTERED response, a 400 in our error shape. The limit per
 * address has its own response, because callers should wait and retry: a 503, since 429 means the rate of a key. A web
 * ACL for CloudFront must be in us-east-1.
 */
export const addFirewall = (
  scope: Construct,
  kind: 'REGIONAL' | 'CLOUDFRONT',
  { requestsPerAddress, channelRequestsPerAddress, signInsPerAddress }: FirewallLimits,
  settings: Settings,
): CfnWebACL => {
  const webAcl = new CfnWebACL(scope, 'Firewall', {
    scope: kind,
    defaultAction: { allow: {} },
    visibilityConfig: toVisibilityConfig('Firewall'),
    customResponseBodies: {
      overLimit: {
        contentType: 'APPLICATION_JSON',
        content: JSON.stringify({ error: { code: 'internal', message: errorMessages.addressLimit } }),
      },
    },
    rules: [
      rateLimitRule('RequestsPerAddress', requestsPerAddress, { notStatement: { statement: channelRoutes } }),
      ...(channelRequestsPerAddress === undefined
        ? []
        : [rateLimitRule('ChannelRequestsPerAddress', channelRequestsPerAddress, channelRoutes)]),
      ...(signInsPerAddress === undefined
        ? []
        : [rateLimitRule('SignInsPerAddress', signInsPerAddress, matchPath('^/auth/'))]),
      managedRule('AWSManagedRulesCommonRuleSet', countOnlyCommonRules),
    ].map((rule, priority) => ({ ...rule, priority })),
  });
  addFirewallLog(scope, webAcl, settings);
  return webAcl;
};

/** WAF's log has no bodies. Queries may name phone numbers, and the verify token of a channel. */
const redactedFields = [
  { singleHeader: { Name: 'authorization' } },
  { singleHeader: { Name: 'cookie' } },
  { queryString: {} },
];

/** Every call of a client without that header would be counted, and its log would cost more than the call. */
const noUserAgent = 'awswaf:managed:aws:core-rule-set:NoUserAgent_Header';

/** Blocked and counted requests only. WAF writes to log groups with this prefix alone. */
const addFirewallLog = (scope: Construct, { attrArn: resourceArn }: CfnWebACL, settings: Settings): void => {
  const { account, region, partition, stackName } = Stack.of(scope);
  const logGroup = new LogGroup(scope, 'FirewallLog', {
    logGroupName: `aws-waf-logs-${stackName}`,
    retention: settings.logRetention,
    removalPolicy: removalPolicyOfNamed(settings),
  });
  const policy = logGroup.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [`${logGroup.logGroupArn}:log-stream:*`],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: { 'aws:SourceArn': `arn:${partition}:logs:${region}:${account}:*` },
      },
    }),
  );
  const logging = new CfnLoggingConfiguration(scope, 'FirewallLogging', {
    resourceArn,
    logDestinationConfigs: [`arn:${partition}:logs:${region}:${account}:log-group:${logGroup.logGroupName}`],
    redactedFields,
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        { Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] },
        {
          Behavior: 'DROP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ LabelNameCondition: { LabelName: noUserAgent } }],
        },
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: ['COUNT', 'EXCLUDED_AS_COUNT'].map((Action) => ({ ActionCondition: { Action } })),
        },
      ],
    },
  });
  if (policy.policyDependable) logging.node.addDependency(policy.policyDependable);
};

export const addFirewallAssociation = (
  scope: Construct,
  id: string,
  { attrArn: webAclArn }: CfnWebACL,
  resourceArn: string,
): void => {
  new CfnWebACLAssociation(scope, id, { webAclArn, resourceArn });
};

const matchPath = (regexString: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const rateLimitRule = (name: string, limit: number, scopeDownStatement: CfnWebACL.StatementProperty): Rule => ({
  name,
  action: {
    block: {
      customResponse: {
        responseCode: 503,
        customResponseBodyKey: 'overLimit',
        responseHeaders: [{ name: 'Retry-After', value: String(retryAfterSeconds) }],
      },
    },
  },
  statement: { rateBasedStatement: { limit, evaluationWindowSec: 300, aggregateKeyType: 'IP', scopeDownStatement } },
  visibilityConfig: toVisibilityConfig(name),
});

/**
 * Limited apart: a channel sends all of its signed traffic from a few addresses. The path includes the stage on the
 * gateway's own domain, but not on a custom domain.
 */
const channelRoutes = matchPath('^/(v1/)?channels/');

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
