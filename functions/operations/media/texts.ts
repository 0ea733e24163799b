import { media as mediaShape } from '../../model/media/media.ts';
import { ids, times } from '../samples.ts';
import type { AreaTexts } from '../texts.ts';

const sample = {
  message_id: ids.inboundMessage,
  content_type: 'image/jpeg',
  size_bytes: 61_901,
  filename: null,
  url: 'https://media.example.com/file.jpg?X-Amz-Expires=300&X-Amz-Signature=9f2c',
  url_expires_at: times.inbound,
};

export const texts: AreaTexts = {
  description: 'The files that customers send.',
  components: {
    Media: {
      schema: mediaShape,
      description: "The copy of a customer's file.",
      fields: {
        message_id: 'Our id of the message that the file came with.',
        content_type: 'Type of the file as its bytes show it, whatever the channel declared.',
        size_bytes: 'Size of the file in bytes.',
        filename: 'Name that the customer gave a document.',
        url: 'Signed URL of the file, the same as in `Location`. It needs no API key.',
        url_expires_at: 'Until when the URL works: five minutes.',
      },
    },
  },
  operations: {
    getMedia: {
      summary: "Get the file of a customer's message",
      row: 'the file of a message from a customer: a redirect to a signed link of five minutes',
      description:
        'Redirects to the file of a message from a customer: its `media_url` is the address of this operation. The file ' +
        'is copied from the channel within seconds of the message. Until then the response is a `not_found` with ' +
        '`Retry-After`, and `X-Media-Status` is `pending`. A file that cannot be copied stays a `not_found`, and ' +
        '`X-Media-Status` says why. Follow the redirect without the API key, as HTTP clients do by themselves.',
      client: {
        call: 'media.get',
        comment:
          "The file of a customer's message, with a link of five minutes that needs no key. Waits while it is being copied.",
      },
      parameters: { id: 'Our id of the message.' },
      response: { data: 'Media', examples: { 302: { data: sample } } },
    },
  },
};
