import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { Button } from '../../../components/controls/button.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { media, useMedia } from '../../../context/media.ts';
import { usePreferences } from '../../../context/preferences.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { mayNeedFallback, maySendTemplate, mayWriteText, type WindowState } from '../conversation/window-state.ts';
import { firstNameOf } from '../names.ts';
import { findGap } from '../thread/text-parts.ts';
import type { MessageEntry } from '../thread/timeline.ts';
import styles from './composer.module.css';
import {
  AskFirst,
  AttachedLine,
  ComposerBar,
  type Extra,
  Extras,
  quoteWords,
  Tab,
  WindowHint,
} from './composer-bar.tsx';
import { type DraftKind, type Drafts, isEmptyDraft, templateKey } from './drafts.ts';
import { mentionsIn, overLimit, toDraft, toItems } from './new-items.ts';
import type { NewItem } from './outbox.ts';
import { useDraftState } from './use-draft-state.ts';
import { FileChips, useFiles } from './use-files.tsx';

const texts = inboxTexts.composer;
const TemplateForm = lazyComponent(() => import('./template-form.tsx'), 'TemplateForm');

/** What the page asks the composer to do. */
export interface ComposerHandle {
  focus: (kind?: DraftKind) => void;
  quote: (entry: MessageEntry) => void;
  showTemplates: (key?: string) => void;
  attach: (files: readonly File[]) => void;
  chooseFile: () => void;
  edit: (item: NewItem) => void;
  /** Whether anything would be lost, stored or not. */
  hasDraft: () => boolean;
  discard: () => void;
}

interface ComposerProps {
  handle: RefObject<ComposerHandle | null>;
  takesFocus: boolean;
  conversation: InboxConversation;
  state: WindowState;
  drafts: Drafts;
  members: readonly Member[];
  entries: readonly TimelineEntry[];
  notice: ReactNode;
  onSend: (items: readonly NewItem[], then?: 'closed' | 'pending') => void;
  onTyping: () => void;
  onLeave: () => void;
}

/** Its key is the conversation, so a text never moves to another one. */
export const Composer = ({ handle, conversation, state, drafts, members, entries, notice, ...on }: ComposerProps) => {
  const { contact, channel, status, presence } = conversation;
  const name = firstNameOf(contact);
  const [kind, setKind] = useState<DraftKind>('reply');
  const reply = useDraftState(drafts, conversation.id, 'reply');
  const note = useDraftState(drafts, conversation.id, 'note');
  const { draft, change, clear } = kind === 'reply' ? reply : note;
  const files = useFiles(reply, channel);
  const [extra, setExtra] = useState<Extra>();
  const [showsTemplates, setShowsTemplates] = useState(
    state.kind === 'unknown' || reply.draft.template?.values !== undefined,
  );
  const [asked, setAsked] = useState<{ then: 'closed' | 'pending' | undefined; template: NewItem | undefined }>();
  const [isChoosingFallback, setChoosingFallback] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { enterSends } = usePreferences();
  const isTouch = useMedia('(pointer: coarse)');
  const isPhone = useMedia(media.phone);
  const isReply = kind === 'reply';
  const canWrite = !isReply || mayWriteText(state);
  const canTemplate = maySendTemplate(state, channel);
  const text = draft.text;
  const over = overLimit(text, kind, files.ready, channel);
  const isEmpty = text.trim() === '' && (!isReply || files.ready.length === 0);
  // A text that was begun stays on the screen when the window closes.
  const keepsText = isReply && state.kind === 'closed' && text !== '' && !showsTemplates;
  const canFallBack = isReply && mayNeedFallback(state, channel);
  const picksFallback = isChoosingFallback && canFallBack;
  const isTemplate = isReply && canTemplate && (showsTemplates || picksFallback || (!canWrite && !keepsText));
  const fallback = canFallBack ? draft.fallback?.template : undefined;
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
    showTemplates: (key) => {
      setKind('reply');
      if (key) reply.change({ template: { key } });
      setShowsTemplates(canTemplate);
    },
    attach: (added) => {
      setKind('reply');
      files.add(added);
    },
    chooseFile: () => {
      setKind('reply');
      setShowsTemplates(false);
      picker.current?.click();
    },
    hasDraft: () => !isEmptyDraft(reply.draft) || files.attached.length > 0,
    discard: reply.clear,
    edit: (item) => {
      setKind(item.kind);
      setShowsTemplates(item.body.template !== undefined);
      const edited = item.kind === 'reply' ? reply : note;
      edited.change(toDraft(item, edited.draft));
      focusField();
    },
  }));

  const insert = (inserted: string, gap?: [number, number]) => {
    const from = field.current?.selectionStart ?? text.length;
    const to = field.current?.selectionEnd ?? text.length;
    change({ text: text.slice(0, from) + inserted + text.slice(to) });
    setExtra(undefined);
    window.setTimeout(() => {
      const [start, end] = gap ?? [inserted.length, inserted.length];
      field.current?.focus();
      field.current?.setSelectionRange(from + start, from + end);
    });
  };

  const send = (then?: 'closed' | 'pending', template?: NewItem, isSure = false) => {
    if (!template && (isEmpty || over > 0 || !canWrite || files.isUploading)) return;
    if (isReply && writing.length > 0 && !isSure) {
      setAsked({ then, template });
      return;
    }
    setAsked(undefined);
    if (template) {
      on.onSend([template]);
      reply.change({ template: undefined });
      setShowsTemplates(false);
      return;
    }
    const body = text.trim();
    if (isReply) on.onSend(toItems(body, draft.quoteId, files.ready, channel, fallback), then);
    else on.onSend([{ kind, body: { text: body, mentions: mentionsIn(body, members) }, shown: { text: body } }]);
    clear();
    if (isReply) files.clear();
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // This Enter ends the composition of a word. Older browsers report it as 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const isModified = event.ctrlKey || event.metaKey;
    const { selectionStart: at, selectionEnd, value } = event.currentTarget;
    const startsWord = at === selectionEnd && (at === 0 || /\s/.test(value[at - 1] ?? ''));
    if (event.key === 'Enter' && isModified) send(event.shiftKey && isReply ? 'closed' : undefined);
    else if (event.key === 'Enter' && !event.shiftKey && enterSends && !isTouch) send();
    else if (event.key === 'Escape') on.onLeave();
    else if (event.key === '/' && isReply && startsWord) setExtra('slash');
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
        {canFallBack && !isTemplate && !fallback && (
          <Button size="small" variant="ghost" onPress={() => setChoosingFallback(true)}>
            {texts.chooseFallback}
          </Button>
        )}
      </div>
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
      {isTemplate ? (
        <Suspense>
          <TemplateForm
            conversation={conversation}
            {...(picksFallback
              ? {
                  action: texts.useFallback,
                  kept: draft.fallback,
                  onKeep: (kept) => change({ fallback: kept }),
                  onSend: ({ body: { template }, shown: { values } }) => {
                    if (template) change({ fallback: { key: templateKey(template), values, template } });
                    setChoosingFallback(false);
                    focusField();
                  },
                  onCancel: () => setChoosingFallback(false),
                }
              : {
                  kept: draft.template,
                  onKeep: (template) => change({ template }),
                  onSend: (template) => send(undefined, template),
                  onCancel: canWrite || text !== '' ? () => setShowsTemplates(false) : undefined,
                })}
          />
        </Suspense>
      ) : (
        <>
          {(canWrite || keepsText) && (
            <div className={styles.box}>
              {isReply && draft.quoteId && (
                <AttachedLine
                  text={quoteWords(
                    entries.find(({ id }) => id === draft.quoteId),
                    name,
                  )}
                  remove={texts.removeQuote}
                  onRemove={() => change({ quoteId: undefined })}
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
                // Cells of a sheet come as text, and as a picture of it.
                onPaste={({ clipboardData }) =>
                  isReply && !clipboardData.getData('text/plain') && files.add([...clipboardData.files])
                }
              />
              {isReply && <FileChips files={files} />}
              <Extras kind={extra} contact={contact} members={members} onInsert={insert} onClose={closeExtra} />
            </div>
          )}
          {(canWrite || keepsText) && (
            <ComposerBar
              isReply={isReply}
              canSend={!isEmpty && over <= 0 && !(isReply && files.isUploading)}
              keepsText={keepsText}
              over={over}
              unit={isReply && channel === 'social' ? 'byte' : 'character'}
              onAttach={() => picker.current?.click()}
              onExtra={setExtra}
              onTemplate={canTemplate ? () => setShowsTemplates(true) : undefined}
              onSend={send}
            />
          )}
        </>
      )}
      {asked && writing.length > 0 && (
        <Suspense>
          <AskFirst
            names={writing}
            onSend={() => send(asked.then, asked.template, true)}
            onWait={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
};
