import { body, buttons, footer, quickReply, templateRow, urlButton } from './row.ts';

export const buttonTemplates = [
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
