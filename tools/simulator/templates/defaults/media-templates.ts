import { body, buttons, footer, mediaHeader, quickReply, templateRow, urlButton } from './row.ts';

const card = (image: string) => ({
  components: [
    mediaHeader('IMAGE', image),
    body('Now {{1}} off', '10%'),
    buttons(quickReply('Tell me more'), urlButton('Shop', 'https://example.com/{{1}}', 'https://example.com/item-1')),
  ],
});

export const mediaTemplates = [
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
