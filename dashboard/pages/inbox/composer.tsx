import Paperclip from 'lucide-react/icons/paperclip';
import Plus from 'lucide-react/icons/plus';
import Smile from 'lucide-react/icons/smile';
import SquareText from 'lucide-react/icons/square-text';
import X from 'lucide-react/icons/x';
import Zap from 'lucide-react/icons/zap';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import { noteCharactersMax } from '../../../functions/model/conversations/timeline.ts';
import type { Member } from '../../../functions/model/members/member.ts';
import { lengthsMax } from '../../../functions/model/messages/outgoing-message.ts';
import { Button } from '../../components/controls/button.tsx';
import { SplitButton } from '../../components/controls/split-button.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { media, useMedia } from '../../context/media.ts';
import { usePreferences } from '../../context/preferences.ts';
import { inboxTexts } from '../../texts/en/inbox.ts';
import { ageWords } from './ages.ts';
import styles from './composer.module.css';
import type { DraftKind, Drafts } from './drafts.ts';
import { firstNameOf } from './names.ts';
import type { NewItem, OutboxItem } from './outbox.ts';
import { messageWords } from './rows.ts';
import { findGap } from './text-parts.ts';
import type { MessageEntry } from './timeline.ts';
import { useDraftState } from './use-draft-state.ts';
import { FileChips, useFiles } from './use-files.tsx';
import { maySendTemplate, mayWriteText, type WindowState } from './window-state.ts';

const texts = inboxTexts.composer;
const extras = () => import('./composer-extras.tsx');
const SavedReplies = lazyComponent(extras, 'SavedReplies');
const EmojiGrid = lazyComponent(extras, 'EmojiGrid');
const Mentions = lazyComponent(extras, 'Mentions');
const TemplateForm = lazyComponent(() => import('./template-form.tsx'), 'TemplateForm');

/** With so many characters left or fewer, the composer shows their number. */
const leftShown = 300;

/** What the page asks the composer to do. */
export interface ComposerHandle {
  focus: (kind?: DraftKind) => void;
  quote: (entry: MessageEntry) => void;
  showTemplates: () => void;
  attach: (files: readonly File[]) => void;
  edit: (item: OutboxItem) => void;
  /** What was typed so far, whether or not it is stored yet. */
  draftText: () => string;
  discard: () => void;
}

interface ComposerProps {
  handle: RefObject<ComposerHandle | null>;
  takesFocus: boolean;
  conversation: InboxConversation;
  state: WindowState;
  drafts: Drafts;
  members: readonly Member[];
  byId: ReadonlyMap<string, MessageEntry>;
  notice: ReactNode;
  onSend: (items: readonly NewItem[], then?: 'closed' | 'pending') => void;
  onTyping: () => void;
  onLeave: () => void;
}

type Extra = 'saved' | 'emoji' | 'mention';

/** Keyed by the conversation, so a text never moves to another one. */
export const Composer = ({ handle, conversation, state, drafts, members, byId, notice, ...on }: ComposerProps) => {
  const { contact, channel, status, presence } = conversation;
  const name = firstNameOf(contact);
  const [kind, setKind] = useState<DraftKind>('reply');
  const reply = useDraftState(drafts, conversation.id, 'reply');
  const note = useDraftState(drafts, conversation.id, 'note');
  const { draft, change, clear } = kind === 'reply' ? reply : note;
  const files = useFiles(reply);
  const [extra, setExtra] = useState<Extra>();
  const [showsTemplates, setShowsTemplates] = useState(state.kind === 'unknown');
  const [asked, setAsked] = useState<'closed' | 'pending' | 'send'>();
  const [showsMore, setShowsMore] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { enterSends } = usePreferences();
  const isTouch = useMedia('(pointer: coarse)');
  const isPhone = useMedia(media.phone);
  const isReply = kind === 'reply';
  const canWrite = !isReply || mayWriteText(state);
  const canTemplate = maySendTemplate(state, channel);
  const text = draft.text;
  const over = text.length - (isReply && files.ready.length > 0 ? lengthsMax.caption : noteCharactersMax);
  const isEmpty = text.trim() === '' && (!isReply || files.ready.length === 0);
  // A text that was begun stays on the screen when the window closes over it.
  const keepsText = isReply && state.kind === 'closed' && text !== '' && !showsTemplates;
  const isTemplate = isReply && canTemplate && (showsTemplates || (!canWrite && !keepsText));
  const writing = presence.filter((one) => one.state === 'writing').map((one) => one.name);
  const focusField = () => window.setTimeout(() => field.current?.focus());

  useImperativeHandle(handle, () => ({
    focus: (wanted) => {
      if (wanted) setKind(wanted);
      focusField();
    },
    quote: (entry) => {
      setKind('reply');
      reply.change({ quoteId: entry.id });
      focusField();
    },
    showTemplates: () => {
      setKind('reply');
      setShowsTemplates(canTemplate);
    },
    attach: (added) => {
      setKind('reply');
      files.add(added);
    },
    draftText: () => reply.draft.text.trim(),
    discard: reply.clear,
    edit: (item) => {
      setKind(item.kind);
      (item.kind === 'reply' ? reply : note).change({ text: item.shown.text });
      focusField();
    },
  }));

  const insert = (inserted: string, gap?: [number, number]) => {
    const from = field.current?.selectionStart ?? text.length;
    const to = field.current?.selectionEnd ?? text.length;
    change({ text: text.slice(0, from) + inserted + text.slice(to) });
    setExtra(undefined);
    window.setTimeout(() => {
      field.current?.focus();
      if (gap) field.current?.setSelectionRange(from + gap[0], from + gap[1]);
      else field.current?.setSelectionRange(from + inserted.length, from + inserted.length);
    });
  };

  const send = (then?: 'closed' | 'pending', isSure = false) => {
    if (isEmpty || over > 0 || !canWrite || files.isUploading) return;
    if (isReply && writing.length > 0 && !isSure) {
      setAsked(then ?? 'send');
      return;
    }
    setAsked(undefined);
    const body = text.trim();
    if (isReply) on.onSend(toItems(body, draft.quoteId, files.ready), then);
    else on.onSend([{ kind, body: { text: body, mentions: mentionsIn(body, members) }, shown: { text: body } }]);
    clear();
    if (isReply) files.clear();
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter ends the composition of a word; 229 is how older browsers say so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const isModified = event.ctrlKey || event.metaKey;
    const { selectionStart: at, selectionEnd, value } = event.currentTarget;
    const startsWord = at === selectionEnd && (at === 0 || /\s/.test(value[at - 1] ?? ''));
    if (event.key === 'Enter' && isModified) send(event.shiftKey && isReply ? 'closed' : undefined);
    else if (event.key === 'Enter' && !event.shiftKey && enterSends && !isTouch) send();
    else if (event.key === 'Escape') on.onLeave();
    else if (event.key === '/' && isReply && startsWord) setExtra('saved');
    else if (event.key === '@' && !isReply && startsWord) setExtra('mention');
    else if (event.key === 'Tab' && !event.shiftKey && findGap(value, selectionEnd)) {
      event.currentTarget.setSelectionRange(...(findGap(value, selectionEnd) ?? [at, at]));
    } else return;
    event.preventDefault();
  };

  const closeExtra = (typed = '') => {
    if (typed) insert(typed);
    setExtra(undefined);
    focusField();
  };
  const tools = (
    <>
      <Tool label={texts.attach} icon={Paperclip} onPress={() => picker.current?.click()} />
      <Tool label={texts.emoji} icon={Smile} onPress={() => setExtra('emoji')} />
      <Tool label={texts.saved} icon={Zap} keys="/" onPress={() => setExtra('saved')} />
      {canTemplate && (
        <Tool label={texts.chooseTemplate} icon={SquareText} keys="t" onPress={() => setShowsTemplates(true)} />
      )}
    </>
  );
  return (
    <div className={styles.composer} data-kind={kind}>
      {notice}
      <div className={styles.tabs} role="tablist" aria-label={texts.kind}>
        <Tab isSelected={isReply} onPress={() => setKind('reply')}>
          {isTemplate ? texts.template(name) : texts.reply(name)}
        </Tab>
        <Tab isSelected={!isReply} onPress={() => setKind('note')}>
          {texts.note}
        </Tab>
        {isReply && <WindowHint state={state} isClosed={status === 'closed'} />}
      </div>
      {isTemplate ? (
        <Suspense>
          <TemplateForm
            conversation={conversation}
            onSend={(item) => {
              on.onSend([item]);
              setShowsTemplates(false);
            }}
            onCancel={canWrite || text !== '' ? () => setShowsTemplates(false) : undefined}
          />
        </Suspense>
      ) : (
        <>
          {(canWrite || keepsText) && (
            <div className={styles.box}>
              {isReply && draft.quoteId && (
                <QuoteLine
                  entry={byId.get(draft.quoteId)}
                  name={name}
                  onRemove={() => change({ quoteId: undefined })}
                />
              )}
              <textarea
                ref={field}
                // biome-ignore lint/a11y/noAutofocus: the person asked for the field.
                autoFocus={on.takesFocus}
                rows={isPhone ? 1 : 2}
                dir="auto"
                className={styles.field}
                aria-label={isReply ? texts.reply(name) : texts.note}
                placeholder={isReply ? texts.placeholder(name, inboxTexts.channels[channel]) : texts.notePlaceholder}
                value={text}
                onChange={({ currentTarget }) => {
                  change({ text: currentTarget.value });
                  if (isReply) on.onTyping();
                }}
                onKeyDown={onKeyDown}
                onPaste={({ clipboardData }) =>
                  isReply && clipboardData.files.length > 0 && files.add([...clipboardData.files])
                }
              />
              {isReply && <FileChips files={files} />}
              {extra && (
                <Suspense>
                  {extra === 'saved' && <SavedReplies contact={contact} onInsert={insert} onClose={closeExtra} />}
                  {extra === 'emoji' && <EmojiGrid onInsert={insert} onClose={closeExtra} />}
                  {extra === 'mention' && <Mentions members={members} onInsert={insert} onClose={closeExtra} />}
                </Suspense>
              )}
            </div>
          )}
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={({ currentTarget }) => {
              files.add([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
          {asked && writing.length > 0 && (
            <p className={styles.ask} role="alert">
              <span>{texts.askWriting(writing)}</span>
              <Button size="small" autoFocus onPress={() => send(asked === 'send' ? undefined : asked, true)}>
                {texts.send}
              </Button>
              <Button size="small" variant="ghost" onPress={() => setAsked(undefined)}>
                {texts.wait}
              </Button>
            </p>
          )}
          {(canWrite || keepsText) && (
            <div className={styles.bar}>
              {isReply && isPhone && (
                <Tool
                  label={texts.extras}
                  icon={Plus}
                  isExpanded={showsMore}
                  onPress={() => setShowsMore(!showsMore)}
                />
              )}
              {isReply && (!isPhone || showsMore) && tools}
              <span className={styles.hint} data-over={over > 0 || undefined}>
                {over > -leftShown
                  ? over > 0
                    ? texts.tooLong(over)
                    : texts.left(-over)
                  : !isTouch && (enterSends ? texts.hintEnter : texts.hintModified(isMac ? '⌘' : 'Ctrl '))}
              </span>
              {keepsText ? (
                <Button size="small" variant="primary" onPress={() => setShowsTemplates(true)}>
                  {texts.chooseTemplate}
                </Button>
              ) : isReply ? (
                <SplitButton
                  menuLabel={texts.moreSend}
                  isDisabled={isEmpty || over > 0 || files.isUploading}
                  onPress={() => send()}
                  entries={[
                    { id: 'close', label: texts.sendAndClose, keys: 'mod+shift+enter', onAction: () => send('closed') },
                    { id: 'wait', label: texts.sendAndWait, onAction: () => send('pending') },
                  ]}
                >
                  {texts.send}
                </SplitButton>
              ) : (
                <Button size="small" variant="primary" isDisabled={isEmpty || over > 0} onPress={() => send()}>
                  {texts.addNote}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
};

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** One file is one message; the text is the caption of the first. */
const toItems = (
  text: string,
  quoteId: string | undefined,
  files: readonly { uploadId: string; filename: string }[],
): NewItem[] => {
  const quote = quoteId ? { reply_to_message_id: quoteId } : {};
  if (files.length === 0) return [{ kind: 'reply', body: { text, ...quote }, shown: { text } }];
  return files.map(({ uploadId, filename }, index) => {
    const caption = index === 0 && text ? { text } : {};
    const body = { upload_id: uploadId, ...caption, ...(index === 0 ? quote : {}) };
    return { kind: 'reply', body, shown: { text: caption.text ?? '', filename } };
  });
};

const mentionsIn = (text: string, members: readonly Member[]): string[] =>
  members.filter(({ name }) => text.includes(`@${name}`)).map(({ user_id }) => user_id);

interface ToolProps {
  label: string;
  icon: typeof Paperclip;
  keys?: string;
  isExpanded?: boolean;
  onPress: () => void;
}

const Tool = ({ label, icon: Icon, keys, isExpanded, onPress }: ToolProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={label}
    {...(keys ? { 'aria-keyshortcuts': keys } : {})}
    {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
    onPress={onPress}
  >
    <Icon aria-hidden="true" />
  </Button>
);

const Tab = ({ isSelected, onPress, children }: { isSelected: boolean; onPress: () => void; children: ReactNode }) => (
  <button type="button" role="tab" aria-selected={isSelected} className={styles.tab} onClick={onPress}>
    {children}
  </button>
);

const QuoteLine = ({
  entry,
  name,
  onRemove,
}: {
  entry: MessageEntry | undefined;
  name: string;
  onRemove: () => void;
}) => (
  <p className={styles.quote}>
    <span dir="auto">
      {texts.quoting(entry?.direction === 'outbound' ? inboxTexts.you : name)}{' '}
      {entry ? messageWords({ ...entry, filename: entry.file?.filename ?? null }) : inboxTexts.thread.quoteMissing}
    </span>
    <Button variant="ghost" size="icon" aria-label={texts.removeQuote} onPress={onRemove}>
      <X aria-hidden="true" />
    </Button>
  </p>
);

const WindowHint = ({ state, isClosed }: { state: WindowState; isClosed: boolean }) => {
  if (isClosed) return <span className={styles.window}>{texts.reopens}</span>;
  if (state.kind !== 'closing') return null;
  return (
    <span className={styles.window} data-soon>
      {inboxTexts.window.closesIn(ageWords(state.leftMs))}
    </span>
  );
};
