/**
 * List prices of us-east-1 in dollars, collected in November 2026: first tier, without free allowances. AWS's own price
 * pages load their numbers by script, so each number has another source beside it. Check them at
 * https://calculator.aws before you base a decision on them.
 */
interface Price {
  dollars: number;
  per: string;
  source: string;
}

const million = 1_000_000;

export const prices = {
  tableWrite: price(
    0.625 / million,
    'write unit',
    'on demand since November 2024; airbyte.com, DynamoDB pricing, 2025',
  ),
  tableRead: price(0.125 / million, 'read unit', 'the same'),
  functionCall: price(0.2 / million, 'call', 'aws.amazon.com/lambda/pricing, quoted by several pages of 2024 to 2026'),
  functionGigabyteSecond: price(0.000_013_333_4, 'GB-second', 'arm64, first 7.5 billion; cloudchipr.com, 2024'),
  gatewayRequest: price(3.5 / million, 'request', 'REST, first 333 million; AWS whitepaper on private APIs, table 4'),
  httpApiRequest: price(1 / million, 'request', 'HTTP API, first 300 million; from memory, not confirmed'),
  edgeRequest: price(1 / million, 'request', 'CloudFront over HTTPS; from memory, not confirmed'),
  pushOperation: price(1 / million, 'event published or delivered', 'AppSync Events; from memory, not confirmed'),
  pushMinute: price(0.08 / million, 'minute of an open socket', 'AppSync Events; from memory, not confirmed'),
  firewallRequest: price(0.6 / million, 'request', 'c3x.dev, AWS WAF cost explained'),
  queueRequest: price(0.4 / million, 'request', 'standard queue; cloudburn.io, SQS pricing, March 2026'),
  fairQueueRequest: price(
    0.1 / million,
    'request',
    'of messages that name a group; cloudburn.io, SQS pricing, March 2026',
  ),
  logGigabyte: price(0.5, 'GB ingested', 'Lambda logs, first tier since May 2025; duckbillgroup.com'),
  egressGigabyte: price(0.09, 'GB out', 'first 10 TB; awsforengineers.com, API Gateway pricing, 2025'),
  keyRequest: price(0.03 / 10_000, 'KMS request', 'cloudburn.io, KMS pricing, March 2026'),
  secretRequest: price(0.05 / 10_000, 'request', 'hivebook.wiki, AWS Secrets Manager'),
  keyMonth: price(1, 'key and month', 'cloudburn.io, KMS pricing, March 2026'),
  secretMonth: price(0.4, 'secret and month', 'hivebook.wiki, AWS Secrets Manager'),
  metricMonth: price(0.3, 'custom metric and month', 'first 10,000; hivebook.wiki, CloudWatch Logs cost'),
  alarmMetricMonth: price(0.1, 'metric of an alarm and month', 'from memory, not confirmed'),
  boardMonth: price(3, 'CloudWatch board and month', 'factualminds.com, CloudWatch pricing, June 2026'),
  firewallMonth: price(5, 'web ACL and month', 'c3x.dev, AWS WAF cost explained'),
  firewallRuleMonth: price(1, 'rule and month', 'c3x.dev, AWS WAF cost explained'),
  memberMonth: price(0.015, 'member who signs in and month', 'Cognito Essentials; from memory, not confirmed'),
  tableGigabyteMonth: price(0.25, 'GB in the table and month', 'from memory, not confirmed'),
  recoveryGigabyteMonth: price(0.2, 'GB of point-in-time recovery and month', 'from memory, not confirmed'),
  backupGigabyteMonth: price(0.1, 'GB of a copy by AWS Backup and month', 'from memory, not confirmed'),
  coldGigabyteMonth: price(0.03, 'GB of a copy in cold storage and month', 'from memory, not confirmed'),
  regionGigabyte: price(0.02, 'GB copied to another region', 'from memory, not confirmed'),
  logGigabyteMonth: price(0.03, 'GB of stored logs and month', 'hivebook.wiki, CloudWatch Logs cost'),
} as const satisfies Record<string, Price>;

function price(dollars: number, per: string, source: string): Price {
  return { dollars, per, source };
}
