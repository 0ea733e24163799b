import { type ClipboardEvent, type KeyboardEvent, type RefObject, Suspense } from 'react';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { mediaQueries, useMedia } from '../../../context/media.ts';
import { usePreferences } from '../../../context/preferences.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { ChosenTemplate } from '../store/outbox.ts';
import { firstNameOf, templateKey } from '../words/names.ts';
import styles from './composer.module.css';
import { AttachedLine, Extras, extras, FileChips, loadExtras, quoteWords } from './composer-bar.tsx';
import { findGap } from './find-gap.ts';
import { linkIn } from './new-items.ts';
import type { DraftState } from './use-draft-state.ts';
import type { useExtra } from './use-extra.ts';
import type { useFiles } from './use-files.ts';

const texts = inboxTexts.composer;

interface ComposerFieldProps extends Pick<DraftState, 'draft' | 'change'> {
  field: RefObject<HTMLTextAreaElement | null>;
  isReply: boolean;
  takesFocus: boolean;
  conversation: InboxConversation;
  members: readonly Member[];
  entries: readonly TimelineEntry[];
  fallback: ChosenTemplate | undefined;
  files: ReturnType<typeof useFiles>;
  extra: ReturnType<typeof useExtra>;
  onSend: (then?: 'closed') => void;
  onTyping: () => void;
  onLeave: () => void;
}

/** The text, what is sent with it, and what can be inserted. */
export const ComposerField = ({
  draft,
  change,
  field,
  isReply,
  files,
  fallback,
  extra,
  ...rest
}: ComposerFieldProps) => {
  const { contact, channel } = rest.conversation;
  const { text, quoteId } = draft;
  const link = linkIn(text, draft.link);
  const name = firstNameOf(contact);
  const { enterSends } = usePreferences();
  const isTouch = useMedia('(pointer: coarse)');
  const isPhone = useMedia(mediaQueries.phone);

  const paste = async (event: ClipboardEvent) => {
    const { clipboardData: data } = event;
    const plain = data.getData('text/plain');
    const html = data.getData('text/html');
    if (!isReply) return;
    if (channel === 'web' && html.includes('<a ')) {
      event.preventDefault();
      const { insertText, readPastedLink } = await extras();
      const link = readPastedLink(html);
      insertText(field.current, { text: link?.url ?? plain, change });
      if (link) change({ link });
    }
    // Cells of a sheet come as text, and as a picture of it.
    else if (!plain) files.add([...data.files]);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey } = event;
    // This Enter ends the composition of a word. Older browsers report it as 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const { selectionStart: at, selectionEnd: end, value } = event.currentTarget;
    const startsWord = at === end && !/\S$/.test(value.slice(0, at));
    const gap = key === 'Tab' && !shiftKey && findGap(value, end);
    if (key === 'Enter' && !extra.isAsked()) {
      if (event.ctrlKey || event.metaKey) rest.onSend(shiftKey && isReply ? 'closed' : undefined);
      else if (shiftKey || !enterSends || isTouch) return;
      else rest.onSend();
    } else if (key === 'Escape') extra.isAsked() ? extra.forget() : rest.onLeave();
    else if (startsWord && key === (isReply ? '/' : '@')) {
      if (!extra.ask(isReply ? 'slash' : 'mention')) return;
    } else if (gap) event.currentTarget.setSelectionRange(...gap);
    else if (key !== 'Enter') return;
    event.preventDefault();
  };

  return (
    <div className={styles.box}>
      {isReply && quoteId && (
        <AttachedLine
          text={quoteWords(
            rest.entries.find(({ id }) => id === quoteId),
            name,
          )}
          remove={texts.removeQuote}
          onRemove={() => change({ quoteId: undefined })}
        />
      )}
      {isReply && link && (
        <AttachedLine
          text={link.title}
          remove={texts.removeFile(link.title)}
          onRemove={() => change({ link: undefined })}
        />
      )}
      {fallback && (
        <AttachedLine
          text={texts.fallback(templateKey(fallback))}
          remove={texts.removeFallback}
          onRemove={() => change({ fallback: undefined })}
        />
      )}
      <textarea
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person asked for the field.
        autoFocus={rest.takesFocus}
        rows={isPhone ? 1 : 2}
        dir="auto"
        className={styles.field}
        aria-label={isReply ? texts.reply(name) : texts.note}
        placeholder={isReply ? texts.placeholder(name, inboxTexts.channels[channel]) : texts.notePlaceholder}
        value={text}
        onChange={({ currentTarget }) => {
          change({ text: currentTarget.value });
          if (isReply) rest.onTyping();
        }}
        onFocus={() => void loadExtras()}
        onCompositionStart={extra.forget}
        onKeyDown={onKeyDown}
        onPaste={(event) => void paste(event)}
      />
      <Suspense>
        {isReply && files.attached.length + files.ready.length > 0 && <FileChips files={files} />}
        {extra.shown && (
          <Extras
            {...extra.shown}
            contact={contact}
            members={rest.members}
            field={field}
            gaps={draft.gaps}
            change={change}
            onHide={extra.hide}
          />
        )}
      </Suspense>
    </div>
  );
};
