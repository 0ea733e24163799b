import { buildCallbackData } from './callback-data.ts';
import type { TemplateComponent } from './fit-template.ts';

export type OutboundContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'video' | 'audio'; mediaUrl: string; text?: string | undefined }
  | { type: 'document'; mediaUrl: string; text?: string | undefined; filename?: string | undefined }
  | { type: 'template'; name: string; language: string; components: TemplateComponent[] };

interface MessageEnvelope {
  /** E.164 with plus: without it the channel may prepend its own country code. */
  to: string;
  message: { id: string; conversation_id: string };
  replyToChannelMessageId?: string | undefined;
}

export interface MessageBody {
  messaging_product: 'whatsapp';
  recipient_type: 'individual';
  to: string;
  type: OutboundContent['type'];
  context?: { message_id: string };
  biz_opaque_callback_data: string;
  [content: string]: unknown;
}

/** Omits empty fields: the channel refuses some of them. */
export const buildMessageBody = (
  { to, message, replyToChannelMessageId }: MessageEnvelope,
  content: OutboundContent,
): MessageBody => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  type: content.type,
  [content.type]: buildContent(content),
  ...(replyToChannelMessageId ? { context: { message_id: replyToChannelMessageId } } : {}),
  biz_opaque_callback_data: buildCallbackData(message),
});

const buildContent = (content: OutboundContent): object => {
  switch (content.type) {
    case 'text':
      return { body: content.text };
    case 'template':
      return buildTemplate(content.name, content.language, content.components);
    case 'audio':
      return { link: content.mediaUrl };
    case 'document':
      return { ...buildCaptionedMedia(content), ...(content.filename ? { filename: content.filename } : {}) };
    case 'image':
    case 'video':
      return buildCaptionedMedia(content);
  }
};

const buildCaptionedMedia = ({ mediaUrl, text }: { mediaUrl: string; text?: string | undefined }): object => ({
  link: mediaUrl,
  ...(text ? { caption: text } : {}),
});

const buildTemplate = (name: string, language: string, components: TemplateComponent[]): object => ({
  name,
  language: { code: language },
  ...(components.length > 0 ? { components } : {}),
});
