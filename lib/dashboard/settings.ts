export interface DashboardSettings {
  /** Any OIDC issuer. The secret of its client is set by hand: see docs/operations.md. */
  issuer: 'cognito' | OwnIssuer;
  /** CloudFront takes certificates of us-east-1 only. */
  domain?: { name: string; certificateArn: string };
  /** Makes the edge stack, whose web ACL must be in us-east-1. Its output is the `firewallArn`. */
  firewall?: { requestsPerAddress: number };
  firewallArn?: string;
  /** Applies to Cognito's user pool, as does signUp. */
  mfa: 'optional' | 'required';
  /** An account alone opens no workspace: membership is by invitation. */
  signUp: boolean;
  sessionHours: { idle: number; absolute: number };
  auditDays: number;
  /** The limit holds per function, that which authorizes sockets included. A flood of dashboard requests leaves the rest of the account's concurrency to the API. */
  reservedConcurrency: number;
  /** The limit of `dashboardInbox`, which an open inbox without a socket calls every two seconds. */
  inboxConcurrency: number;
}

export interface OwnIssuer {
  url: string;
  clientId: string;
  /** Trusts an issuer that owns the domain of its users and sends no `email_verified`. */
  trustsEmail?: true;
}

/** Used by `npm start`, and a good start for a deployment. */
export const defaultDashboard: DashboardSettings = {
  issuer: 'cognito',
  mfa: 'optional',
  signUp: false,
  sessionHours: { idle: 8, absolute: 24 },
  auditDays: 365,
  reservedConcurrency: 20,
  inboxConcurrency: 100,
};

export const reservedConcurrencyOf = (name: string, settings: DashboardSettings): number =>
  name === 'dashboardInbox' ? settings.inboxConcurrency : settings.reservedConcurrency;

export const checkDashboardSettings = (settings: DashboardSettings): void => {
  const { issuer, domain, firewallArn, sessionHours, auditDays } = settings;
  if (issuer !== 'cognito') checkIssuerUrl(issuer.url);
  if (domain) checkArn('domain.certificateArn', domain.certificateArn, 'acm');
  if (firewallArn !== undefined) checkArn('firewallArn', firewallArn, 'wafv2');
  if (!(sessionHours.idle > 0 && sessionHours.idle <= sessionHours.absolute))
    throw new Error(
      'dashboard.sessionHours.idle must be more than 0 and at most sessionHours.absolute, which ends the session anyway.',
    );
  if (!(Number.isInteger(auditDays) && auditDays >= 1))
    throw new Error('dashboard.auditDays must be a whole number of days, at least 1.');
};

const checkIssuerUrl = (url: string): void => {
  if (URL.parse(url)?.protocol === 'https:') return;
  throw new Error(`dashboard.issuer.url is "${url}". Use the issuer's https URL, as in its discovery document.`);
};

const checkArn = (field: string, arn: string, service: string): void => {
  if (new RegExp(`^arn:[\\w-]+:${service}:us-east-1:`).test(arn)) return;
  throw new Error(`dashboard.${field} is "${arn}". CloudFront needs an ARN of ${service} in us-east-1.`);
};
