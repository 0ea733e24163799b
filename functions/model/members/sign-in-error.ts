/** Why a sign-in failed. The browser is sent to `/sign-in?error=<code>` of the dashboard. */
export type SignInErrorCode =
  /** The person, or a rule of the issuer, refused access. */
  | 'canceled'
  /** The sign-in was started more than ten minutes ago, was completed already, or was started again since. */
  | 'expired'
  /** The sign-in was not started in this browser. */
  | 'other_browser'
  /** The issuer vouches for no email address. */
  | 'unverified_email'
  /** The issuer is not reachable, or its answer is not valid. */
  | 'issuer_error'
  /** A fault of our own. */
  | 'unavailable';
