export interface Workspace {
  id: string;
  name: string;
  default_country: string;
  messages_per_month: number | null;
  subscription: 'active' | 'lapsed';
  created_at: string;
}
