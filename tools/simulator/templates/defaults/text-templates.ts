import { body, buttons, footer, mediaHeader, namedBody, quickReply, templateRow, urlButton } from './row.ts';

const trackUrl = 'https://example.com/o/{{1}}';

export const textTemplates = [
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
