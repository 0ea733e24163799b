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
import { isNumber } from './template-definition.ts';
import { bodyValues, givenTo, own } from './template-values.ts';

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

/** A part of a template message, as the channel wants it. */
export type Component =
  | { type: 'header' | 'body'; parameters: Parameter[] }
  | { type: 'button'; sub_type: 'url' | 'copy_code' | 'quick_reply'; index: string; parameters: Parameter[] }
  | { type: 'carousel'; cards: { card_index: number; components: Component[] }[] };

/**
 * The values that the caller gave, in the form that the template demands. The channel refuses every surplus value, so
 * that what the template lacks is left out here; what the caller left out is for the channel to refuse, in its words.
 */
export const fitTemplate = (definition: TemplateDefinition, params?: TemplateParams): Component[] => {
  const given = givenTo(definition, params);
  return [
    ...fitText(definition, given),
    ...fitCarousel(definition.cards, given),
    ...fitButtons(definition.buttons, given),
  ];
};

/** Every card is named, also one without any values: its place decides which card it is. */
const fitCarousel = (cards: TemplateParts[], given: StructuredParams): Component[] => {
  const fitted = cards.map((card, index) => {
    const values: CardParams = given.cards?.[index] ?? {};
    return { card_index: index, components: [...fitText(card, values), ...fitButtons(card.buttons, values)] };
  });
  return fitted.some(({ components }) => components.length > 0) ? [{ type: 'carousel', cards: fitted }] : [];
};

const fitText = (parts: TemplateParts, given: StructuredParams): Component[] => {
  const header = parts.header && fitHeader(parts.header, given);
  const body = parts.body ? fitBody(parts.body, given) : [];
  return [
    ...(header ? [{ type: 'header' as const, parameters: [header] }] : []),
    ...(body.length > 0 ? [{ type: 'body' as const, parameters: body }] : []),
  ];
};

const fitBody = (body: TemplateBody, given: StructuredParams): Parameter[] =>
  bodyValues(body, given).flatMap((value, place) =>
    value === undefined ? [] : [textParameter(value, body.placeholders[place] ?? '')],
  );

/** Numbered placeholders are filled in order, named ones by name. */
const textParameter = (text: string, placeholder: string): Parameter =>
  isNumber(placeholder) ? { type: 'text', text } : { type: 'text', parameter_name: placeholder, text };

const fitHeader = (header: TemplateHeader, given: StructuredParams): Parameter | undefined => {
  switch (header.kind) {
    case 'text': {
      if (header.placeholder === undefined || given.headerText === undefined) return undefined;
      return textParameter(given.headerText, header.placeholder);
    }
    case 'image':
    case 'video':
    case 'document':
      return fitMedia(header.kind, header.sampleUrl, given);
    case 'location':
      return given.headerLocation && { type: 'location', location: given.headerLocation };
    case 'other':
      return undefined;
  }
};

/** The channel demands a media header at every send, also where it is always that of the approved sample. */
const fitMedia = (kind: MediaKind, sampleUrl: string | undefined, given: StructuredParams): Parameter | undefined => {
  const { headerMediaId: id, headerMediaUrl, headerFilename } = given;
  const link = headerMediaUrl || sampleUrl;
  if (!id && !link) return undefined;
  const filename = kind === 'document' && headerFilename ? { filename: headerFilename } : {};
  return { type: kind, [kind]: { ...(id ? { id } : { link }), ...filename } };
};

const fitButtons = (buttons: TemplateButton[], given: Pick<CardParams, 'buttonParams'>): Component[] =>
  buttons.flatMap((button, place) => fitButton(button, String(place), own(given.buttonParams, String(place))));

const fitButton = (button: TemplateButton, index: string, value: string | undefined): Component[] => {
  switch (button.kind) {
    case 'copy_code': {
      const code = value ?? button.example;
      return code === undefined ? [] : [buttonOf('copy_code', index, { type: 'coupon_code', coupon_code: code })];
    }
    case 'quick_reply':
      return value === undefined ? [] : [buttonOf('quick_reply', index, { type: 'payload', payload: value })];
    case 'otp':
      return value === undefined ? [] : [buttonOf('url', index, { type: 'text', text: value })];
    case 'url':
      return value === undefined || !button.dynamic ? [] : [buttonOf('url', index, { type: 'text', text: value })];
    case 'other':
      return [];
  }
};

const buttonOf = (sub_type: 'url' | 'copy_code' | 'quick_reply', index: string, parameter: Parameter): Component => ({
  type: 'button',
  sub_type,
  index,
  parameters: [parameter],
});
