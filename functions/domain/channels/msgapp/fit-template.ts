import { ApiError } from '../../../model/api-error.ts';
import { ownValue } from '../../../model/templates/contents.ts';
import type {
  CardParams,
  StructuredParams,
  TemplateBody,
  TemplateButton,
  TemplateDefinition,
  TemplateHeader,
  TemplateParams,
  TemplateParts,
} from '../../../model/templates/template.ts';
import { isPositional } from './template-definition.ts';
import { bodyValues, toStructuredParams } from './template-values.ts';

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

interface ParamsPath {
  path: string;
  missing: (field: string, reason: string) => ApiError;
}

/**
 * The channel refuses surplus values, so values without a placeholder are dropped here. A value that the template needs
 * must be given: a sample of the template would reach the customer as if it were meant for them.
 */
export const fitTemplate = (
  definition: TemplateDefinition,
  params?: TemplateParams,
  path = 'template.params',
): TemplateComponent[] => {
  const structured = toStructuredParams(definition, params);
  const at: ParamsPath = { path, missing: (field, reason) => missingValue(definition, field, reason) };
  return [
    ...fitText(definition, structured, at),
    ...fitCarousel(definition.cards, structured, at),
    ...fitButtons(definition.buttons, structured, at),
  ];
};

const missingValue = ({ name, language }: TemplateDefinition, field: string, reason: string): ApiError =>
  new ApiError(
    'template_malformed',
    `"${field}" is required: the template ${name} (${language}) ${reason}. Add the value and send again.`,
  );

/** Includes cards without values: the channel matches cards by index. */
const fitCarousel = (cards: TemplateParts[], params: StructuredParams, at: ParamsPath): TemplateComponent[] => {
  const fitted = cards.map((card, index) => {
    const cardParams: CardParams = params.cards?.[index] ?? {};
    const cardAt = { ...at, path: `${at.path}.cards.${index}` };
    return {
      card_index: index,
      components: [...fitText(card, cardParams, cardAt), ...fitButtons(card.buttons, cardParams, cardAt)],
    };
  });
  return fitted.some(({ components }) => components.length > 0) ? [{ type: 'carousel', cards: fitted }] : [];
};

const fitText = (parts: TemplateParts, params: StructuredParams, at: ParamsPath): TemplateComponent[] => {
  const header = parts.header && fitHeader(parts.header, params, at);
  const body = parts.body ? fitBody(parts.body, params, at) : [];
  return [
    ...(header ? [{ type: 'header' as const, parameters: [header] }] : []),
    ...(body.length > 0 ? [{ type: 'body' as const, parameters: body }] : []),
  ];
};

const fitBody = (body: TemplateBody, params: StructuredParams, at: ParamsPath): Parameter[] =>
  bodyValues(body, params).map((value, index) => {
    const placeholder = body.placeholders[index] ?? '';
    if (value !== undefined) return textParameter(value, placeholder);
    const field = isPositional(placeholder) ? `body.${index}` : `bodyNamed.${placeholder}`;
    throw at.missing(`${at.path}.${field}`, `has {{${placeholder}}} in its body`);
  });

const textParameter = (text: string, placeholder: string): Parameter =>
  isPositional(placeholder) ? { type: 'text', text } : { type: 'text', parameter_name: placeholder, text };

const fitHeader = (header: TemplateHeader, params: StructuredParams, at: ParamsPath): Parameter | undefined => {
  switch (header.kind) {
    case 'text':
      if (header.placeholder === undefined) return undefined;
      if (params.headerText !== undefined) return textParameter(params.headerText, header.placeholder);
      throw at.missing(`${at.path}.headerText`, `has {{${header.placeholder}}} in its header`);
    case 'image':
    case 'video':
    case 'document':
      return fitMedia(header.kind, params, at);
    case 'location':
      if (params.headerLocation) return { type: 'location', location: params.headerLocation };
      throw at.missing(`${at.path}.headerLocation`, 'has a location header');
    case 'other':
      return undefined;
  }
};

const fitMedia = (kind: MediaKind, params: StructuredParams, at: ParamsPath): Parameter => {
  const { headerMediaId: id, headerMediaUrl: link, headerFilename } = params;
  if (!id && !link) {
    throw at.missing(`${at.path}.headerMediaUrl`, `has a header of kind ${kind}; "headerMediaId" is accepted too`);
  }
  const filename = kind === 'document' && headerFilename ? { filename: headerFilename } : {};
  return { type: kind, [kind]: { ...(id ? { id } : { link }), ...filename } };
};

const fitButtons = (
  buttons: TemplateButton[],
  params: Pick<CardParams, 'buttonParams'>,
  { path, missing }: ParamsPath,
): TemplateComponent[] =>
  buttons.flatMap((button, index) => {
    const value = ownValue(params.buttonParams, String(index));
    if (value !== undefined) return fitButton(button, String(index), value);
    if (!needsValue(button)) return [];
    throw missing(`${path}.buttonParams.${index}`, `has a value on button ${index}`);
  });

/** A quick reply without a payload returns its own text. */
const needsValue = (button: TemplateButton): boolean =>
  button.kind === 'copy_code' || button.kind === 'otp' || (button.kind === 'url' && button.dynamic);

const fitButton = (button: TemplateButton, index: string, value: string): TemplateComponent[] => {
  switch (button.kind) {
    case 'copy_code':
      return [toButtonComponent('copy_code', index, { type: 'coupon_code', coupon_code: value })];
    case 'quick_reply':
      return [toButtonComponent('quick_reply', index, { type: 'payload', payload: value })];
    case 'otp':
      return [toButtonComponent('url', index, { type: 'text', text: value })];
    case 'url':
      return button.dynamic ? [toButtonComponent('url', index, { type: 'text', text: value })] : [];
    case 'other':
      return [];
  }
};

const toButtonComponent = (
  sub_type: 'url' | 'copy_code' | 'quick_reply',
  index: string,
  parameter: Parameter,
): TemplateComponent => ({ type: 'button', sub_type, index, parameters: [parameter] });
