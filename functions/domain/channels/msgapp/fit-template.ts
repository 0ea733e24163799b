import type {
  CardParams,
  StructuredParams,
  TemplateBody,
  TemplateButton,
  TemplateDefinition,
  TemplateHeader,
  TemplateParams,
  TemplateParts,
} from '../../../model/template.ts';
import { isPositional } from './template-definition.ts';
import { bodyValues, ownValue, toStructuredParams } from './template-values.ts';

type MediaKind = 'image' | 'video' | 'document';

interface Media {
  id?: string;
  link?: string;
  filename?: string;
}

type Parameter =
  | { type: 'text'; parameter_name?: string; text: string }
  | ({ type: MediaKind } & { [Kind in MediaKind]?: Media })
  | { type: 'location'; location: NonNullable<StructuredParams['headerLocation']> }
  | { type: 'coupon_code'; coupon_code: string }
  | { type: 'payload'; payload: string };

export type TemplateComponent =
  | { type: 'header' | 'body'; parameters: Parameter[] }
  | { type: 'button'; sub_type: 'url' | 'copy_code' | 'quick_reply'; index: string; parameters: Parameter[] }
  | { type: 'carousel'; cards: { card_index: number; components: TemplateComponent[] }[] };

/**
 * The channel refuses surplus values, so values without a placeholder are dropped here. Missing values are left to the
 * channel, whose error names them.
 */
export const fitTemplate = (definition: TemplateDefinition, params?: TemplateParams): TemplateComponent[] => {
  const structured = toStructuredParams(definition, params);
  return [
    ...fitText(definition, structured),
    ...fitCarousel(definition.cards, structured),
    ...fitButtons(definition.buttons, structured),
  ];
};

/** Includes cards without values: the channel matches cards by index. */
const fitCarousel = (cards: TemplateParts[], params: StructuredParams): TemplateComponent[] => {
  const fitted = cards.map((card, index) => {
    const cardParams: CardParams = params.cards?.[index] ?? {};
    return { card_index: index, components: [...fitText(card, cardParams), ...fitButtons(card.buttons, cardParams)] };
  });
  return fitted.some(({ components }) => components.length > 0) ? [{ type: 'carousel', cards: fitted }] : [];
};

const fitText = (parts: TemplateParts, params: StructuredParams): TemplateComponent[] => {
  const header = parts.header && fitHeader(parts.header, params);
  const body = parts.body ? fitBody(parts.body, params) : [];
  return [
    ...(header ? [{ type: 'header' as const, parameters: [header] }] : []),
    ...(body.length > 0 ? [{ type: 'body' as const, parameters: body }] : []),
  ];
};

const fitBody = (body: TemplateBody, params: StructuredParams): Parameter[] =>
  bodyValues(body, params).flatMap((value, index) =>
    value === undefined ? [] : [textParameter(value, body.placeholders[index] ?? '')],
  );

const textParameter = (text: string, placeholder: string): Parameter =>
  isPositional(placeholder) ? { type: 'text', text } : { type: 'text', parameter_name: placeholder, text };

const fitHeader = (header: TemplateHeader, params: StructuredParams): Parameter | undefined => {
  switch (header.kind) {
    case 'text':
      if (header.placeholder === undefined || params.headerText === undefined) return undefined;
      return textParameter(params.headerText, header.placeholder);
    case 'image':
    case 'video':
    case 'document':
      return fitMedia(header.kind, header.sampleUrl, params);
    case 'location':
      return params.headerLocation && { type: 'location', location: params.headerLocation };
    case 'other':
      return undefined;
  }
};

/** The channel requires a media header on every send, even when it is the approved sample. */
const fitMedia = (kind: MediaKind, sampleUrl: string | undefined, params: StructuredParams): Parameter | undefined => {
  const { headerMediaId: id, headerMediaUrl, headerFilename } = params;
  const link = headerMediaUrl || sampleUrl;
  if (!id && !link) return undefined;
  const filename = kind === 'document' && headerFilename ? { filename: headerFilename } : {};
  return { type: kind, [kind]: { ...(id ? { id } : { link }), ...filename } };
};

const fitButtons = (buttons: TemplateButton[], params: Pick<CardParams, 'buttonParams'>): TemplateComponent[] =>
  buttons.flatMap((button, index) => fitButton(button, String(index), ownValue(params.buttonParams, String(index))));

const fitButton = (button: TemplateButton, index: string, value: string | undefined): TemplateComponent[] => {
  switch (button.kind) {
    case 'copy_code': {
      const code = value ?? button.example;
      return code === undefined
        ? []
        : [toButtonComponent('copy_code', index, { type: 'coupon_code', coupon_code: code })];
    }
    case 'quick_reply':
      return value === undefined ? [] : [toButtonComponent('quick_reply', index, { type: 'payload', payload: value })];
    case 'otp':
      return value === undefined ? [] : [toButtonComponent('url', index, { type: 'text', text: value })];
    case 'url':
      return value === undefined || !button.dynamic
        ? []
        : [toButtonComponent('url', index, { type: 'text', text: value })];
    case 'other':
      return [];
  }
};

const toButtonComponent = (
  sub_type: 'url' | 'copy_code' | 'quick_reply',
  index: string,
  parameter: Parameter,
): TemplateComponent => ({
  type: 'button',
  sub_type,
  index,
  parameters: [parameter],
});
