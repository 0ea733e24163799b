import Paperclip from 'lucide-react/icons/paperclip';
import Plus from 'lucide-react/icons/plus';
import Smile from 'lucide-react/icons/smile';
import SquareText from 'lucide-react/icons/square-text';
import X from 'lucide-react/icons/x';
import Zap from 'lucide-react/icons/zap';
import { type ReactNode, useState } from 'react';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { SplitButton } from '../../../components/controls/split-button.tsx';
import { lazily, lazyComponent } from '../../../components/lazy-component.ts';
import { mediaQueries, useMedia } from '../../../context/media.ts';
import { usePreferences } from '../../../context/preferences.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { durationWords } from '../words/ages.ts';
import { messageWords } from '../words/message-words.ts';
import styles from './composer.module.css';
import type { ComposerState } from './composer-state.ts';
import type { Extra } from './extra.ts';
import type { WindowState } from './window-state.ts';

const texts = inboxTexts.composer;
export const extras = () => import('./composer-extras.tsx');
const { Lazy, preload, isLoaded } = lazily(async () => (await extras()).Extras);

export { isLoaded as isExtrasLoaded, Lazy as Extras, preload as loadExtras };
export const FileChips = lazyComponent(extras, 'FileChips');
export const AskFirst = lazyComponent(extras, 'AskFirst');

/** The composer counts characters from this many left. */
const leftShown = 300;

interface ComposerBarProps {
  state: Extract<ComposerState, { over: number }>;
  /** The unit in which the channel counts. */
  unit: 'character' | 'byte';
  onAttach: () => void;
  onExtra: (extra: Extra) => void;
  onTemplate: (() => void) | undefined;
  onSend: (then?: 'closed' | 'pending') => void;
}

/** The tools below the field, and the ways to send. */
export const ComposerBar = ({ state, unit, onTemplate, onSend, ...on }: ComposerBarProps) => {
  const { kind, over } = state;
  const isReply = kind !== 'note';
  const [showsMore, setShowsMore] = useState(false);
  const { enterSends } = usePreferences();
  const isTouch = useMedia('(pointer: coarse)');
  const isPhone = useMedia(mediaQueries.phone);
  return (
    <div className={styles.bar}>
      {isReply && isPhone && (
        <IconButton
          label={texts.extras}
          icon={Plus}
          aria-expanded={showsMore}
          onPress={() => setShowsMore(!showsMore)}
        />
      )}
      {isReply && (!isPhone || showsMore) && (
        <>
          <IconButton label={texts.attach} icon={Paperclip} onPress={on.onAttach} />
          <IconButton label={texts.emoji} icon={Smile} onPress={() => on.onExtra('emoji')} />
          <IconButton label={texts.saved} icon={Zap} aria-keyshortcuts="/" onPress={() => on.onExtra('saved')} />
          {onTemplate && (
            <IconButton label={texts.chooseTemplate} icon={SquareText} aria-keyshortcuts="t" onPress={onTemplate} />
          )}
        </>
      )}
      <span className={styles.hint} data-over={over > 0 || undefined}>
        {over > -leftShown
          ? over > 0
            ? texts.tooLong(over, unit)
            : texts.left(-over, unit)
          : !isTouch && !isPhone && (enterSends ? texts.hintEnter : texts.hintModified(isMac ? '⌘' : 'Ctrl '))}
      </span>
      {kind === 'kept' ? (
        <Button size="small" variant="primary" onPress={() => onTemplate?.()}>
          {texts.chooseTemplate}
        </Button>
      ) : kind === 'reply' ? (
        <SplitButton
          menuLabel={texts.moreSend}
          isDisabled={!state.canSend}
          onPress={() => onSend()}
          entries={[
            { id: 'close', label: texts.sendAndClose, keys: 'mod+shift+enter', onAction: () => onSend('closed') },
            { id: 'wait', label: texts.sendAndWait, onAction: () => onSend('pending') },
          ]}
        >
          {texts.send}
        </SplitButton>
      ) : (
        <Button size="small" variant="primary" isDisabled={!state.canSend} onPress={() => onSend()}>
          {texts.addNote}
        </Button>
      )}
    </div>
  );
};

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const Tab = (props: { isSelected: boolean; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    role="tab"
    aria-selected={props.isSelected}
    className={`bare clipped ${styles.tab}`}
    onClick={props.onPress}
  >
    {props.children}
  </button>
);

export const quoteWords = (entry: TimelineEntry | undefined, name: string): string => {
  const quoted = entry?.type === 'message' ? entry : undefined;
  const author = texts.quoting(quoted?.direction === 'outbound' ? inboxTexts.you : name);
  return `${author} ${quoted ? messageWords(quoted) : inboxTexts.thread.quoteMissing}`;
};

/** Something that is sent with the text, and can be removed. */
export const AttachedLine = (props: { text: string; remove: string; onRemove: () => void }) => (
  <p className={styles.quote}>
    <span dir="auto" className="clipped">
      {props.text}
    </span>
    <IconButton icon={X} label={props.remove} onPress={props.onRemove} />
  </p>
);

export const WindowHint = ({ state, isClosed }: { state: WindowState; isClosed: boolean }) => {
  if (isClosed) return <span className={styles.window}>{texts.reopens}</span>;
  if (state.kind !== 'closing') return null;
  return (
    <span className={styles.window} data-soon>
      {inboxTexts.window.closesIn(durationWords(state.leftMs))}
    </span>
  );
};
