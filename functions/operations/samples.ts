/** The resources that the examples of all areas show, so that a reader can follow an id from one to the next. */
export const ids = {
  account: '019a2b10-4c00-7a11-8f00-5d0c7a9e1b01',
  key: '019a2b10-9d40-7c22-9a10-77b0c4e2aa02',
  tag: '019a2b1c-0c80-7d33-8b20-12c4e6a8bb03',
  contact: '019a2b1c-1f00-7e44-9c30-3f5a7c9ecc04',
  otherContact: '019a2b1c-7a20-7f55-8d40-5a7c9eb0dd05',
  segment: '019a2b2d-3300-7166-9e50-7c9eb0d2ee06',
  conversation: '019a2b1c-1f01-7277-8f60-9eb0d2f4ff07',
  message: '019a2b1c-1f02-7388-9070-b0d2f4160008',
  inboundMessage: '019a2b1d-8800-7499-8180-d2f416381109',
  broadcast: '019a2b3e-4400-75aa-9290-f416385a220a',
  file: '019a2b3e-3300-7bff-87e0-9eb0d2f4770f',
  webhook: '019a2b4f-5500-76bb-83a0-16385a7c330b',
  feed: '019a2b4f-6600-79ee-86d0-7c9eb0d2660e',
  event: '019a2b1d-8801-77cc-94b0-385a7c9e440c',
  team: '019a2b11-3c00-7aee-86d0-9eb0d2f4660e',
  member: '019a2b11-2b00-78dd-85c0-5a7c9eb0550d',
} as const;

export const times = {
  created: '2026-05-04T09:30:00.000Z',
  updated: '2026-05-04T09:30:02.418Z',
  inbound: '2026-05-04T09:31:15.000Z',
  windowEnd: '2026-05-05T09:31:15.000Z',
} as const;

export const channelMessageId = 'wamid.HBgLMTQxNTU1NTAxMjMVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA';

export const phone = '+14155550123';

export const tagSample = { id: ids.tag, name: 'VIP', color: '#f59e0b' };

export const contactSample = {
  id: ids.contact,
  phone,
  social_username: null,
  channels: ['msgapp'],
  name: 'Ana Torres',
  email: 'ana@example.com',
  company: 'Northwind',
  avatar_url: null,
  tags: [tagSample],
  opted_out_at: null,
  created_at: times.created,
  updated_at: times.updated,
  external_id: 'crm-4711',
  attributes: { city: 'Lisbon', newsletter: true, orders: 12 },
};
