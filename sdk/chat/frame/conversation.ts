/** What the service tells a visitor. */
export interface Conversation {
  visitor: { name: string | null; email: string | null; is_verified: boolean } | null;
  status: 'none' | 'open' | 'closed';
  office: { is_open: boolean; opens_at: string | null; time_zone: string } | null;
  answer_minutes: number | null;
  team: Person[];
  typing: { name: string } | null;
  asks_email: boolean;
  email: string | null;
  can_rate: boolean;
  rating: { score: number; text: string | null } | null;
  unread: number;
  read_through_id: string | null;
  /** The oldest first. */
  messages: Message[];
}

export interface Person {
  name: string;
  initials: string;
}

export interface MessageFile {
  name: string;
  content_type: string;
  size: number | null;
  kind: 'image' | 'video' | 'audio' | 'document';
  url: string;
}

export interface Message {
  id: string;
  client_id: string | null;
  from: 'visitor' | 'team';
  author: Person | null;
  text: string | null;
  file: MessageFile | null;
  reply_to: { id: string; from: 'visitor' | 'team'; text: string | null } | null;
  link: { title: string; host: string; url: string } | null;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  is_deleted: boolean;
  sent_at: string;
}

export const hueOf = (name: string): number =>
  1 + ([...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % 6);
