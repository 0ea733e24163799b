import { crc32, deflateSync } from 'node:zlib';

interface DemoPerson {
  phone: string;
  name: string;
  email?: string;
  company?: string;
  tags?: string[];
  attributes?: Record<string, string>;
  /** Values of the template order_update, which is sent before the person writes. */
  order?: [name: string, order: string];
  wrote?: string;
  sendsPhoto?: true;
  /** The window is closed after 24 hours. */
  wroteHoursAgo?: number;
}

/** The numbers are from fictional ranges. The simulator reports those that end with 5550002 as undeliverable. */
export const demoPeople: readonly DemoPerson[] = [
  {
    phone: '+14155550110',
    name: 'Ana Silva',
    email: 'ana@example.com',
    company: 'Silva Lda',
    tags: ['vip', 'newsletter'],
    attributes: { plan: 'gold', city: 'Lisbon' },
    order: ['Ana', 'A-17'],
    wrote: 'The box looks like this. Is it the right one?',
    sendsPhoto: true,
  },
  {
    phone: '+14155550111',
    name: 'محمد عبد الرحمن الأنصاري',
    tags: ['vip'],
    order: ['محمد', 'A-18'],
    wrote: 'أين طلبي رقم A-18؟',
  },
  { phone: '+447700900112', name: 'Tom Roe', wrote: 'Do you ship to the Isle of Man?' },
  { phone: '+33639980113', name: 'Chloé Dubois', tags: ['newsletter'], wrote: 'Bonjour, puis-je changer l’adresse ?' },
  { phone: '+61491570114', name: 'Nguyễn Thị Mai', company: 'Mai Ceramics', wrote: 'Can I get an invoice for A-21?' },
  { phone: '+14155550115', name: 'דנה לוי', tags: ['newsletter'], wrote: 'תודה רבה!' },
  { phone: '+14155550116', name: 'Hugo O’Brien', tags: ['vip'], wrote: 'Any news about my refund?', wroteHoursAgo: 26 },
  { phone: '+14155550002', name: 'Jonas Haddad', email: 'jonas@example.com', wrote: 'Can you send me the link?' },
  {
    phone: '+14155550118',
    name: 'Priya Nowak',
    company: 'Nowak & Rao',
    tags: ['newsletter'],
    order: ['Priya', 'A-20'],
  },
  { phone: '+14155550119', name: 'Łukasz Wójcik', tags: ['newsletter'] },
];

/** Customers on the other channels. */
export const visitors = [
  { channel: 'social', from: '8801234567', name: 'Mia Tanaka', username: 'mia.k3', text: 'Hello? Is anybody there?' },
  { channel: 'web', from: 'visitor-4f2a', name: null, text: 'Which size fits 180 cm?' },
] as const;

export const replies: Record<string, string> = {
  'Tom Roe': 'Yes, we do! It takes about five days.',
  'Jonas Haddad': 'Here is the link to track it: https://example.com/o/A-19',
  'Chloé Dubois': 'Bien sûr ! Envoyez-nous la nouvelle adresse.',
};

export const note = { to: 'Ana Silva', text: 'Called the carrier, see ticket 4411. They confirm the address today.' };

export const closed = 'דנה לוי';

export const savedReplies = [
  {
    name: 'Thanks',
    text: 'Thank you, {{contact.name|there}}! Is there anything else we can do for you?',
    is_shared: true,
  },
  { name: 'Shipping', text: 'We ship within a day. It takes two to five days to arrive.', is_shared: true },
  { name: 'Refund', text: 'Your refund is on its way and arrives within [3] days.', is_shared: true },
];

const width = 240;
const height = 150;

/** A box on a table, as a PNG. */
export const drawPhoto = (): Buffer => {
  const isBox = (x: number, y: number) => x > 70 && x < 170 && y > 45 && y < 115;
  const isTape = (x: number) => x > 112 && x < 128;
  const pixel = (x: number, y: number): number[] => {
    if (!isBox(x, y)) return [214 - y / 3, 220 - y / 4, 232 - x / 8].map(Math.round);
    return isTape(x) ? [222, 205, 170] : [186 - x / 8, 140 - y / 8, 88].map(Math.round);
  };
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => pixel(x, y)).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
