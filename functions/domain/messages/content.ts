import { ApiError } from '../../model/api-error.ts';
import type { MessageContent } from '../../model/messages/message.ts';
import type { FreeFormContent, OutgoingContent } from '../../model/messages/outgoing-message.ts';
import type { TemplateChoice, TemplateDefinition, TemplateParams } from '../../model/templates/template.ts';
import type { StoredTemplate } from '../../table/templates/templates.ts';
import { fitTemplate, type TemplateComponent } from '../channels/msgapp/fit-template.ts';
import type { TemplateSource } from '../channels/msgapp/list-templates.ts';
import type { OutboundContent } from '../channels/msgapp/message-body.ts';
import { listShownValues, renderTemplateText } from '../channels/msgapp/template-values.ts';
import { type FallbackOptions, findDefinition } from '../templates/definitions.ts';

export interface FittedContent {
  channelContent: OutboundContent;
  messageFields: MessageContent;
  template: TemplateChoice | undefined;
}

export const fitContent = async (
  workspaceId: string,
  source: TemplateSource,
  content: OutgoingContent,
  stored: StoredTemplate | undefined,
  isFallback = false,
): Promise<FittedContent> => {
  if (content.type !== 'template') {
    return { channelContent: content, messageFields: toMessageFields(content), template: undefined };
  }
  const { template } = content;
  return fitToDefinition({ workspaceId, source, template, stored, isFallback }, (definition) =>
    fitTemplateContent(template, definition),
  );
};

/** Throws if the template would fail, so that a caller learns it before the fallback is needed. */
export const fitFallback = async (
  workspaceId: string,
  source: TemplateSource,
  template: TemplateChoice,
  stored: StoredTemplate | undefined,
): Promise<FittedContent> => {
  const unlistedError = new ApiError(
    'bad_request',
    `"fallback_template" is not a template of the channel: it has no ${template.name} (${template.language}). ` +
      'Use the name and language of an approved one.',
  );
  const request = { workspaceId, source, template, stored, isFallback: true, unlistedError };
  const fitted = await fitToDefinition(request, (definition) =>
    fitTemplateContent(template, definition, 'fallback_template.params'),
  );
  return { ...fitted, messageFields: { ...fitted.messageFields, fallback_used: true } };
};

interface TemplateRequest extends FallbackOptions {
  workspaceId: string;
  source: TemplateSource;
  template: TemplateChoice;
  stored: StoredTemplate | undefined;
}

/** A template may lose a placeholder at the channel, so a value is only missing if the current definition needs it. */
export const fitToDefinition = async <Result>(
  { workspaceId, source, template, stored, ...fallback }: TemplateRequest,
  apply: (definition: TemplateDefinition | undefined) => Result,
): Promise<Result> => {
  const find = (known: StoredTemplate | undefined) => findDefinition(workspaceId, source, template, known, fallback);
  const definition = await find(stored);
  try {
    return apply(definition);
  } catch (error) {
    const current = stored && (await find(undefined));
    if (!current) throw error;
    return apply(current);
  }
};

export const fitTemplateContent = (
  template: TemplateChoice,
  definition: TemplateDefinition | undefined,
  paramsPath?: string,
): FittedContent => ({
  channelContent: toChannelContent(template, definition, paramsPath),
  messageFields: toTemplateFields(template, definition),
  template,
});

const toChannelContent = (
  { name, language, params }: TemplateChoice,
  definition: TemplateDefinition | undefined,
  paramsPath: string | undefined,
): OutboundContent => ({
  type: 'template',
  name,
  language,
  components: definition ? fitTemplate(definition, params, paramsPath) : bodyParametersOnly(params),
});

/** Without a definition only body values have a known format; the channel reports what else is missing. */
const bodyParametersOnly = (params: TemplateParams = []): TemplateComponent[] => {
  const values = Array.isArray(params) ? params : (params.body ?? []);
  return values.length === 0 ? [] : [{ type: 'body', parameters: values.map((text) => ({ type: 'text', text })) }];
};

const toTemplateFields = (template: TemplateChoice, definition: TemplateDefinition | undefined): MessageContent => ({
  content_type: 'template',
  content_text: definition ? renderTemplateText(definition, template.params) : null,
  media_url: null,
  template_name: template.name,
  template_language: template.language,
  ...(definition && listShownValues(definition, template.params)),
});

export const toMessageFields = (content: FreeFormContent): MessageContent => {
  const { mediaUrl = null, file } = content.type === 'text' ? {} : content;
  return {
    content_type: content.type,
    content_text: ('text' in content ? content.text : undefined) ?? null,
    media_url: file?.path ?? mediaUrl,
    template_name: null,
    ...(file && { media: [file.media] }),
  };
};
