import * as z from 'zod/mini';
import {
  neededButton,
  neededButtons,
  neededCard,
  neededParams,
  sendableTemplate,
} from '../../model/templates/sendable-template.ts';
import { times } from '../samples.ts';
import type { AreaTexts, FieldDoc } from '../texts.ts';

const neededFields: Record<string, FieldDoc> = {
  header:
    'What the header needs: `text` is `headerText`, an `image`, `video` or `document` is `headerMediaUrl` or ' +
    '`headerMediaId`, a `location` is `headerLocation`. Null if it needs nothing.',
  body:
    'The placeholders of the body. Numbers run from 1: give the values in order in `body`. Names are the keys of ' +
    '`bodyNamed`.',
  buttons: 'The buttons that take a value in `buttonParams`, under their index.',
};

const templateSample = {
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: null,
  quality: 'GREEN',
  text: 'Hi {{first_name}}, order {{order_id}} is ready.',
  params: {
    header: 'image',
    body: ['first_name', 'order_id'],
    buttons: [{ index: 0, kind: 'url', text: 'Track', required: true }],
    cards: [],
  },
  problem: null,
  synced_at: times.updated,
};

export const texts: AreaTexts = {
  description: 'The templates of the msgapp account, and the values that each needs.',
  components: {
    TemplateButtonKind: {
      schema: z.enum(neededButtons),
      description:
        'What a button does with its value: `url` ends its link with it, `copy_code` and `otp` copy it, and ' +
        '`quick_reply` returns it when the customer taps the button.',
    },
    TemplateButtonNeed: {
      schema: neededButton,
      description: 'A button that takes a value.',
      fields: {
        index: 'Position among all buttons of the template, from 0: the key in `buttonParams`.',
        kind: 'What the button does with the value.',
        text: 'Text of the button.',
        required: 'False for a quick reply, which returns its own text without a value.',
      },
    },
    TemplateCardNeeds: {
      schema: neededCard,
      description: 'The values that one card of a carousel needs.',
      fields: neededFields,
    },
    TemplateNeeds: {
      schema: neededParams,
      description: 'The values that a template needs in `params` when it is sent.',
      fields: { ...neededFields, cards: 'What each card of a carousel needs, in order. Empty without a carousel.' },
    },
    MessageTemplate: {
      schema: sendableTemplate,
      description: 'A template of the channel, and what a send has to fill in.',
      fields: {
        name: 'Name of the template.',
        language: { description: 'Language of the template, as the channel names it.', examples: ['en_US'] },
        category: { description: "The channel's category.", examples: ['MARKETING'] },
        status: {
          description:
            "The channel's status, kept current by its notices. Only `APPROVED` can be sent; a send of one that is " +
            '`PAUSED` or `DISABLED` is a `platform_error`.',
          examples: ['APPROVED'],
        },
        reason: "Why the channel rejected, paused or disabled it, in the channel's words.",
        quality: { description: "The channel's quality score, if it has one.", examples: ['GREEN'] },
        text: 'Text of the body, with its placeholders. Null where the channel writes it, as for one-time codes.',
        params: 'What a send has to fill in. Null if the template cannot be used at all.',
        problem: 'Why the template cannot be used, whatever its status. Null for all others.',
        synced_at: 'When the contents were last read from the channel.',
      },
    },
  },
  operations: {
    listTemplates: {
      summary: 'List templates',
      row: 'list approved templates and the values they need; filter `status`',
      description:
        'Lists the approved templates by name, each with the values that it needs. A page can be shorter than ' +
        '`limit` or even empty; only a null `next_cursor` ends the list. Templates appear when the channel approves ' +
        'them, when they are first sent, or after a sync.',
      client: { call: 'templates.list', comment: 'The approved ones, unless the query names another status.' },
      parameters: {
        status: "Only templates with this status, in the channel's words, ignoring case; `all` for every status.",
      },
      response: { data: 'MessageTemplate', examples: { 200: { data: [templateSample], meta: { next_cursor: null } } } },
    },
    getTemplate: {
      summary: 'Get a template',
      row: 'one template',
      description: 'Returns one template, whatever its status.',
      client: { call: 'templates.get' },
      parameters: {
        name: { description: 'Name of the template.', examples: ['order_ready'] },
        language: { description: 'Language of the template, as the channel names it.', examples: ['en_US'] },
      },
      response: { data: 'MessageTemplate', examples: { 200: { data: templateSample } } },
    },
  },
};
