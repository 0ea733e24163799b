import type { JsonObject } from '../json.ts';

/** Ids are fixed, so they are the same on every start. */
const templateRow = (
  id: number,
  name: string,
  components: readonly JsonObject[],
  overrides: JsonObject = {},
): JsonObject => ({
  id: `13873700000000${String(id).padStart(2, '0')}`,
  name,
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  sub_category: 'CUSTOM',
  parameter_format: 'POSITIONAL',
  components,
  ...overrides,
});

const mediaHeader = (format: 'IMAGE' | 'VIDEO' | 'DOCUMENT', file: string): JsonObject => ({
  type: 'HEADER',
  format,
  example: { header_handle: [`https://scontent.whatsapp.net/v/t61/${file}`] },
});

const footer: JsonObject = { type: 'FOOTER', text: 'Example Shop' };

const body = (text: string, ...examples: string[]): JsonObject => ({
  type: 'BODY',
  text,
  ...(examples.length === 0 ? {} : { example: { body_text: [examples] } }),
});

const namedBody = (text: string, examples: Record<string, string>): JsonObject => ({
  type: 'BODY',
  text,
  example: {
    body_text_named_params: Object.entries(examples).map(([param_name, example]) => ({ param_name, example })),
  },
});

const buttons = (...items: JsonObject[]): JsonObject => ({ type: 'BUTTONS', buttons: items });

const urlButton = (text: string, url: string, example?: string): JsonObject => ({
  type: 'URL',
  text,
  url,
  ...(example === undefined ? {} : { example: [example] }),
});

const quickReply = (text: string): JsonObject => ({ type: 'QUICK_REPLY', text });

const trackUrl = 'https://example.com/o/{{1}}';

const textTemplates = [
  templateRow(1, 'hello_world', [
    { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
    body('Welcome and congratulations! This message shows that sending works.'),
    footer,
  ]),
  templateRow(
    2,
    'hello_world',
    [{ type: 'HEADER', format: 'TEXT', text: 'Hallo Welt' }, body('Willkommen! Das Senden funktioniert.'), footer],
    { language: 'de' },
  ),
  templateRow(3, 'order_update', [body('Hi {{1}}, your order {{2}} is on its way.', 'Ana', 'A-17'), footer]),
  templateRow(4, 'order_update', [body('Hallo {{1}}, Ihre Bestellung {{2}} ist unterwegs.', 'Ana', 'A-17'), footer], {
    language: 'de',
  }),
  templateRow(
    5,
    'order_ready',
    [
      mediaHeader('IMAGE', 'x.jpg'),
      namedBody('Hi {{first_name}}, order {{order_id}} is ready.', { first_name: 'Ana', order_id: 'A-17' }),
      footer,
      buttons(urlButton('Track', trackUrl, 'https://example.com/o/A-17'), quickReply('Stop')),
    ],
    { parameter_format: 'NAMED' },
  ),
  templateRow(
    6,
    'order_ready',
    [
      mediaHeader('IMAGE', 'x.jpg'),
      namedBody('Hallo {{first_name}}, Bestellung {{order_id}} ist fertig.', { first_name: 'Ana', order_id: 'A-17' }),
      footer,
      buttons(urlButton('Verfolgen', trackUrl, 'https://example.com/o/A-17'), quickReply('Stopp')),
    ],
    { language: 'de', parameter_format: 'NAMED' },
  ),
  templateRow(
    7,
    'flash_sale',
    [
      { type: 'HEADER', format: 'TEXT', text: 'Act fast, {{1}}!', example: { header_text: ['Ana'] } },
      body('Use code {{1}}: {{2}} left. Again: {{1}}.', 'SAVE20', '2 days'),
    ],
    { category: 'MARKETING' },
  ),
  templateRow(
    8,
    'named_sale',
    [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Sale {{sale_name}}',
        example: { header_text_named_params: [{ param_name: 'sale_name', example: 'May' }] },
      },
      namedBody('It ends on {{end_date}}.', { end_date: '31 May' }),
    ],
    { category: 'MARKETING', parameter_format: 'NAMED' },
  ),
];

const card = (image: string) => ({
  components: [
    mediaHeader('IMAGE', image),
    body('Now {{1}} off', '10%'),
    buttons(quickReply('Tell me more'), urlButton('Shop', 'https://example.com/{{1}}', 'https://example.com/item-1')),
  ],
});

const mediaTemplates = [
  templateRow(9, 'invoice', [
    mediaHeader('DOCUMENT', 'invoice.pdf'),
    body('Invoice {{1}} is attached.', '2026-17'),
    footer,
  ]),
  templateRow(10, 'product_video', [mediaHeader('VIDEO', 'clip.mp4'), body('See {{1}} in action.', 'the kettle')], {
    category: 'MARKETING',
  }),
  templateRow(11, 'store_location', [
    { type: 'HEADER', format: 'LOCATION' },
    body('Pick up order {{1}} here.', 'A-17'),
  ]),
  templateRow(
    12,
    'new_arrivals',
    [body('New for you, {{1}}:', 'Ana'), { type: 'CAROUSEL', cards: [card('c1.jpg'), card('c2.jpg')] }],
    { category: 'MARKETING' },
  ),
];

const buttonTemplates = [
  templateRow(13, 'track_order', [
    body('Order {{1}} has left our store.', 'A-17'),
    buttons(
      urlButton('Our shop', 'https://example.com/shop'),
      urlButton('Track', 'https://example.com/o/{{1}}', 'https://example.com/o/A-17'),
      { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+4930123456' },
    ),
  ]),
  templateRow(
    14,
    'coupon',
    [body('Your code, {{1}}:', 'Ana'), buttons({ type: 'COPY_CODE', text: 'Copy offer code', example: ['SAVE20'] })],
    { category: 'MARKETING' },
  ),
  templateRow(15, 'feedback_request', [
    body('How was it?'),
    footer,
    buttons(quickReply('Good'), quickReply('Bad'), quickReply('Stop')),
  ]),
  templateRow(
    16,
    'login_code',
    [
      body('*{{1}}* is your verification code. For your security, do not share this code.', '123456'),
      { type: 'FOOTER', text: 'This code expires in 10 minutes.', code_expiration_minutes: 10 },
      buttons({ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }),
    ],
    { category: 'AUTHENTICATION' },
  ),
  templateRow(17, 'book_visit', [
    body('Choose a time for your visit.'),
    buttons({ type: 'FLOW', text: 'Book', flow_id: '123', flow_action: 'NAVIGATE', navigate_screen: 'START' }),
  ]),
];

const unsendableTemplates = ['PAUSED', 'DISABLED', 'PENDING', 'REJECTED'].map((status, index) =>
  templateRow(18 + index, `${status.toLowerCase()}_offer`, [body('This offer is not sent.')], {
    status,
    category: 'MARKETING',
  }),
);

export const defaultTemplates = [...textTemplates, ...mediaTemplates, ...buttonTemplates, ...unsendableTemplates];
