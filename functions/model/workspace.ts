/** A company's account: everything else belongs to exactly one. */
export interface Workspace {
  id: string;
  name: string;
  /** ISO 3166 country in which a phone number without country code is read. */
  default_country: string;
  /** Messages that the plan covers in a calendar month (UTC); null is no limit. */
  messages_per_month: number | null;
  subscription: 'active' | 'lapsed';
  created_at: string;
}
