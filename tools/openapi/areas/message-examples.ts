import type { Example } from '../area.ts';
import { ids, phone as to } from './samples.ts';

export const messageExamples: Record<string, Example> = {
  text: { summary: 'A text', value: { to, text: 'Your order is on its way.', name: 'Ana Torres' } },
  reply: {
    summary: 'A text that quotes a message',
    value: { to, type: 'text', text: 'On Tuesday.', reply_to_message_id: ids.inboundMessage },
  },
  fallback: {
    summary: 'A text that becomes a template if the 24-hour window is closed',
    value: {
      to,
      text: 'Your order is on its way.',
      fallback_template: { name: 'order_update', language: 'en_US', params: ['Ana', '1042'] },
    },
  },
  image: {
    summary: 'An image with a caption',
    value: { to, type: 'image', media_url: 'https://cdn.example.com/parcel.jpg', text: 'Your parcel' },
  },
  video: { summary: 'A video', value: { to, type: 'video', media_url: 'https://cdn.example.com/assembly.mp4' } },
  document: {
    summary: 'A document',
    value: {
      to,
      type: 'document',
      media_url: 'https://cdn.example.com/invoices/1042.pdf',
      filename: 'Invoice 1042.pdf',
    },
  },
  audio: { summary: 'A sound file', value: { to, type: 'audio', media_url: 'https://cdn.example.com/greeting.ogg' } },
  template: {
    summary: 'A template with body values',
    value: { to, type: 'template', template: { name: 'order_update', language: 'en_US', params: ['Ana', '1042'] } },
  },
  structuredTemplate: {
    summary: 'A template with a header and a button',
    value: {
      to,
      type: 'template',
      template: {
        name: 'order_ready',
        language: 'en_US',
        params: {
          bodyNamed: { first_name: 'Ana', order_id: '1042' },
          headerMediaUrl: 'https://cdn.example.com/parcel.jpg',
          buttonParams: { 0: '1042' },
        },
      },
    },
  },
};
