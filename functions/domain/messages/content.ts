import type { MessageRecord } from '../../model/message.ts';
import type { OutgoingContent } from '../../model/outgoing-message.ts';
import type { TemplateChoice, TemplateDefinition, TemplateParams } from '../../model/template.ts';
import type { StoredTemplate } from '../../table/templates/templates.ts';
import { fitTemplate, type TemplateComponent } from '../channels/msgapp/fit-template.ts';
import type { TemplateSource } from '../channels/msgapp/list-templates.ts';
import type { OutboundContent } from '../channels/msgapp/message-body.ts';
import { renderTemplateText } from '../channels/msgapp/template-values.ts';
import { findDefinition } from '../templates/definitions.ts';

type ContentFields = Pick<MessageRecord, 'content_type' | 'content_text' | 'media_url' | 'template_name'>;

export interface FittedContent {
  channelContent: OutboundContent;
  messageFields: ContentFields;
}

export const fitContent = async (
  workspaceId: string,
  source: TemplateSource,
  content: OutgoingContent,
  stored: StoredTemplate | undefined,
): Promise<FittedContent> => {
  if (content.type !== 'template') return { channelContent: content, messageFields: toMessageFields(content) };
  const { template } = content;
  return fitToDefinition({ workspaceId, source, template, stored }, (definition) =>
    fitTemplateContent(template, definition),
  );
};

interface TemplateRequest {
  workspaceId: string;
  source: TemplateSource;
  template: TemplateChoice;
  stored: StoredTemplate | undefined;
}

/** A template may lose a placeholder at the channel, so a value is only missing if the current definition needs it. */
export const fitToDefinition = async <Result>(
  { workspaceId, source, template, stored }: TemplateRequest,
  apply: (definition: TemplateDefinition | undefined) => Result,
): Promise<Result> => {
  const definition = await findDefinition(workspaceId, source, template, stored);
  try {
    return apply(definition);
  } catch (error) {
    const current = stored && (await findDefinition(workspaceId, source, template, undefined));
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

const toTemplateFields = (template: TemplateChoice, definition: TemplateDefinition | undefined): ContentFields => ({
  content_type: 'template',
  content_text: definition ? renderTemplateText(definition, template.params) : null,
  media_url: null,
  template_name: template.name,
});

const toMessageFields = (content: Exclude<OutgoingContent, { type: 'template' }>): ContentFields => ({
  content_type: content.type,
  content_text: ('text' in content ? content.text : undefined) ?? null,
  media_url: 'mediaUrl' in content ? content.mediaUrl : null,
  template_name: null,
});
