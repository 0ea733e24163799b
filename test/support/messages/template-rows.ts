import type { StoredTemplate } from '../../../functions/table/templates/templates.ts';

interface TemplateRow {
  name: string;
  language: string;
  status: string;
  category: string;
  [field: string]: unknown;
}

export const toStoredRow = (row: TemplateRow): StoredTemplate => ({
  name: row.name,
  language: row.language,
  status: row.status,
  category: row.category,
  quality: null,
  row: JSON.stringify(row),
  synced_at: '2026-01-01T00:00:00.000Z',
  is_stale: false,
});

/** The list of the channel: one template of each status, and one of each part that a message can have. */
export const templateRows: readonly TemplateRow[] = [
  {
    name: 'order_update',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
      {
        type: 'BODY',
        text: 'Hi {{1}}, your order left our warehouse today and arrives on {{2}}.\n\nThank you for shopping with us.',
      },
      { type: 'FOOTER', text: 'Acme Outfitters' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Track your order', url: 'https://acme.example/track/{{1}}' },
          { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+14155550123' },
          { type: 'QUICK_REPLY', text: 'Stop messages' },
        ],
      },
    ],
  },
  {
    name: 'summer_sale',
    language: 'en_US',
    status: 'PAUSED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Up to 40 % off everything for the beach, {{name}}.' },
    ],
  },
  {
    name: 'winter_sale',
    language: 'de',
    status: 'REJECTED',
    category: 'MARKETING',
    rejected_reason: 'TAG_CONTENT_MISMATCH',
    components: [{ type: 'BODY', text: 'Alles für den Schnee, nur noch bis {{1}}.' }],
  },
  {
    name: 'one_time_code',
    language: 'pt_BR',
    status: 'PENDING',
    category: 'AUTHENTICATION',
    components: [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
    ],
  },
];
