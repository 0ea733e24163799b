import { CfnOutput, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPool,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  PasskeyUserVerification,
  UserPool,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import type { DashboardSettings } from '../dashboard/settings.ts';
import type { Settings } from '../settings.ts';

/**
 * The people who sign in to the dashboard. Their e-mail address is the proof behind an invitation, so a changed address
 * counts only after it was verified.
 */
export const addUserPool = (
  scope: Construct,
  { mfa, signUp }: DashboardSettings,
  { deletionProtection, removalPolicy, email }: Settings,
): UserPool => {
  const userPool = new UserPool(scope, 'UserPool', {
    featurePlan: FeaturePlan.ESSENTIALS,
    selfSignUpEnabled: signUp,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    keepOriginal: { email: true },
    standardAttributes: { email: { required: true, mutable: true }, fullname: { required: false, mutable: true } },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
    passkeyUserVerification: PasskeyUserVerification.REQUIRED,
    passwordPolicy: {
      minLength: 12,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
    },
    mfa: mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    ...(email ? { email: toPoolEmail(scope, email.sender) } : {}),
    deletionProtection,
    removalPolicy,
  });
  const { defaultChild } = userPool.node;
  // Otherwise nobody could sign in with a passkey where MFA is required.
  if (defaultChild instanceof CfnUserPool)
    defaultChild.webAuthnFactorConfiguration = 'MULTI_FACTOR_WITH_USER_VERIFICATION';
  userPool.addDomain('Domain', {
    cognitoDomain: { domainPrefix: toDomainPrefix(Stack.of(scope)) },
    managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  });
  new CfnOutput(scope, 'UserPoolId', { value: userPool.userPoolId });
  return userPool;
};

/** Cognito itself sends at most 50 emails a day. SES checks the identity of the domain: see docs/operations.md. */
const toPoolEmail = (scope: Construct, sender: string): UserPoolEmail =>
  UserPoolEmail.withSES({
    fromEmail: sender,
    fromName: 'Switchboard',
    sesVerifiedDomain: sender.slice(sender.indexOf('@') + 1),
    sesRegion: Stack.of(scope).region,
  });

/** Prefixes are unique per region across all accounts. */
const toDomainPrefix = ({ stackName, account }: Stack): string =>
  `${stackName.toLowerCase().replace(/-data$/, '')}-${account}`;
