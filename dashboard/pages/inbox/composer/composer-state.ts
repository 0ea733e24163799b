import type { Channel } from '../../../../functions/model/channels/channel.ts';
import type { ChosenTemplate, Upload } from '../store/outbox.ts';
import type { DraftFields, DraftKind } from './drafts.ts';
import { overLimit } from './new-items.ts';
import { mayNeedFallback, maySendTemplate, mayWriteText, type WindowState } from './window-state.ts';

/** `over`: so many units too long, or below zero so many are left. */
interface Written {
  over: number;
  canSend: boolean;
}

export type ComposerState =
  | ({ kind: 'note' } & Written)
  /** The fallback is sent if the window is closed. It is offered where that may be, until one is chosen. */
  | ({ kind: 'reply'; fallback: ChosenTemplate | undefined; offersFallback: boolean } & Written)
  /** The window closed during typing: the text stays, but only a template can be sent. */
  | { kind: 'kept'; over: number }
  /** A template is chosen, to be sent now. `isOnly`: nothing else can be sent. */
  | { kind: 'template'; isOnly: boolean }
  /** A template is chosen, to be sent if the window is closed. */
  | { kind: 'fallback' }
  | { kind: 'blocked' };

interface ComposerFacts {
  tab: DraftKind;
  /** What the person asked for last. It shows if it is possible. */
  wanted: 'text' | 'template' | 'fallback';
  replyWindow: WindowState;
  channel: Channel;
  /** The draft of the tab. */
  draft: DraftFields;
  /** Uploaded files. */
  ready: readonly Upload[];
  isUploading: boolean;
}

/** What the composer shows and can send. */
export const composerState = (facts: ComposerFacts): ComposerState => {
  const { tab, wanted, replyWindow, channel, draft, ready, isUploading } = facts;
  const { text = '' } = draft;
  const over = overLimit(text, tab, ready, channel);
  const hasText = text.trim() !== '' && over <= 0;
  if (tab === 'note') return { kind: 'note', over, canSend: hasText };
  const needsFallback = mayNeedFallback(replyWindow, channel);
  const canTemplate = maySendTemplate(replyWindow, channel);
  const canWrite = mayWriteText(replyWindow);
  if (wanted === 'fallback' && needsFallback) return { kind: 'fallback' };
  if (wanted === 'template' && canTemplate) return { kind: 'template', isOnly: !canWrite && text === '' };
  if (canWrite) {
    const canSend = (hasText || (ready.length > 0 && over <= 0)) && !isUploading;
    const fallback = needsFallback ? draft.fallback?.template : undefined;
    return { kind: 'reply', over, canSend, fallback, offersFallback: needsFallback && !fallback };
  }
  if (replyWindow.kind === 'closed' && text !== '') return { kind: 'kept', over };
  return canTemplate ? { kind: 'template', isOnly: true } : { kind: 'blocked' };
};
