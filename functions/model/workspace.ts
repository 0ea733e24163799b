/** A company's account, the tenant that owns everything else. */
export interface Workspace {
  id: string;
  name: string;
  /** ISO 3166 country of phone numbers without a country code. */
  default_country: string;
  /** Message quota per calendar month (UTC); null means no limit. */
  messages_per_month: number | null;
  subscription: 'active' | 'lapsed';
  created_at: string;
}
