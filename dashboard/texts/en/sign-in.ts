export const signInTexts = {
  title: 'Sign in to Switchboard',
  lead: 'Use the account with the email address that was invited to your workspace.',
  action: 'Sign in',
  ended: 'You were signed out. Sign in to continue where you were.',
  errors: {
    canceled: 'The sign-in was canceled. Sign in again to continue.',
    expired: 'The sign-in took more than 10 minutes or was already completed. Sign in again.',
    other_browser: 'The sign-in was started in another browser. Sign in again in this one.',
    unverified_email:
      'Your sign-in service has not verified your email address. Verify it there, or ask its administrator, and then sign in again.',
    issuer_error: 'Your sign-in service is not reachable right now. Try again in a minute.',
    unavailable: 'Switchboard cannot sign you in right now. Try again in a minute.',
  },
  why: 'You will continue on your organization’s sign-in page and then come back here.',
};
