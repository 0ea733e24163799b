import type { ShownConversation, ShownMessage } from '../../../functions/model/web-chat/conversation.ts';

const agnes = { name: 'Agnes', initials: 'AG' };
const minuteMs = 60_000;

const message = (
  from: 'visitor' | 'team',
  text: string | null,
  minutesAgo: number,
  more: Partial<ShownMessage> = {},
): ShownMessage => ({
  id: crypto.randomUUID(),
  client_id: null,
  from,
  author: from === 'team' ? agnes : null,
  text,
  file: null,
  reply_to: null,
  link: null,
  status: 'delivered',
  is_deleted: false,
  sent_at: new Date(Date.now() - minutesAgo * minuteMs).toISOString(),
  ...more,
});

const none: ShownConversation = {
  visitor: null,
  status: 'none',
  office: null,
  answer_minutes: 10,
  team: [agnes, { name: 'Adam', initials: 'AD' }, { name: 'Olivia', initials: 'OL' }],
  typing: null,
  asks_email: false,
  email: null,
  can_rate: false,
  rating: null,
  unread: 0,
  read_through_id: null,
  messages: [],
};

const label = {
  name: 'Return label.pdf',
  content_type: 'application/pdf',
  size: 84_000,
  kind: 'document',
  url: '/files/1',
} as const;
const dayMinutes = 24 * 60;
const question = { id: 'q', from: 'visitor', text: '42 in most brands' } as const;
const inThreeDays = new Date(Date.now() + 3 * dayMinutes * minuteMs).toISOString();

/** What the service answers in each state that a visitor can see. */
export const conversationStates = {
  first: none,
  talk: {
    ...none,
    status: 'open',
    typing: { name: 'Agnes' },
    messages: [
      message('visitor', 'Hi, are the blue runners true to size?', dayMinutes + 9, { status: 'read' }),
      message('team', 'Mostly yes. What size do you usually wear?', dayMinutes + 8),
      message('team', null, dayMinutes + 8, {
        link: { title: 'Blue runner, women', host: 'shop.example', url: 'https://shop.example/blue' },
      }),
      message('team', 'Then take a 42.5. See https://shop.example/sizes.', 30, { reply_to: question }),
      message('team', null, 29, { is_deleted: true }),
      message('team', null, 28, { file: label }),
      message('visitor', 'Ordered, thank you', 20, { status: 'read', reply_to: { ...question, from: 'team' } }),
      message('visitor', null, 3, { file: { ...label, name: 'Form.pdf' } }),
    ],
  },
  away: {
    ...none,
    status: 'open',
    asks_email: true,
    office: { is_open: false, opens_at: inThreeDays, time_zone: 'UTC' },
    messages: [message('visitor', 'Do you ship to Madeira?', 1, { status: 'sent' })],
  },
  ended: {
    ...none,
    status: 'closed',
    can_rate: true,
    messages: [
      message('team', 'No, a bag is fine.', 20),
      message('visitor', 'Perfect, thank you', 19, { status: 'read' }),
    ],
  },
  /** What never comes together, for the length of its words. */
  cards: {
    ...none,
    status: 'closed',
    asks_email: true,
    can_rate: true,
    office: { is_open: false, opens_at: inThreeDays, time_zone: 'UTC' },
    messages: [message('visitor', 'Do you ship to Madeira?', 1, { status: 'sent' })],
  },
} satisfies Record<string, ShownConversation>;

export type StateName = keyof typeof conversationStates;
