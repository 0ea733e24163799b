import type { SocialConnection } from '../../../model/channels/account.ts';
import { lengthsMax } from '../../../model/messages/limits.ts';
import type { FreeFormContent } from '../../../model/messages/outgoing-message.ts';
import { buildCallbackData } from '../msgapp/callback-data.ts';
import { type SendOutcome, sendToChannel } from '../msgapp/send.ts';
import { readPath, readText } from '../untrusted-json.ts';

/** Why this channel cannot send the content: the field and its fault, or undefined. */
export const findUnsendable = (content: FreeFormContent): string | undefined => {
  if (content.type === 'document') return '"type" must be text, image, video or audio on social.';
  if (content.type === 'text') {
    return Buffer.byteLength(content.text) > lengthsMax.socialBytes
      ? `"text" must have at most ${lengthsMax.socialBytes} bytes in UTF-8 on social. Send it in several messages.`
      : undefined;
  }
  return 'text' in content && content.text !== undefined
    ? '"text" must be left out with a file on social, which shows no captions. Send the text on its own.'
    : undefined;
};

interface SocialEnvelope {
  userId: string;
  message: { id: string; conversation_id: string };
  /** A person has written it, which the channel allows for longer. */
  isHumanAgent: boolean;
}

/** The channel returns `metadata` with its echo, so the message is found even if the response was lost. */
export const buildSocialBody = (
  { userId, message, isHumanAgent }: SocialEnvelope,
  content: FreeFormContent,
): object => ({
  recipient: { id: userId },
  ...(isHumanAgent && { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }),
  message: {
    ...('mediaUrl' in content
      ? { attachment: { type: content.type, payload: { url: content.mediaUrl } } }
      : { text: content.text }),
    metadata: buildCallbackData(message),
  },
});

export const sendToSocial = (
  { base_url: baseUrl, api_version: apiVersion, access_token: accessToken, account_id }: SocialConnection,
  body: object,
): Promise<SendOutcome> => sendToChannel({ baseUrl, apiVersion, accessToken }, account_id, body, readAccepted);

const readAccepted: Parameters<typeof sendToChannel>[3] = (json) => {
  const channelMessageId = readText(readPath(json, 'message_id'));
  return channelMessageId === null ? undefined : { outcome: 'accepted', channelMessageId, waId: null };
};
