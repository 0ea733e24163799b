import { type ReactNode, type RefObject, Suspense, useImperativeHandle, useRef, useState } from 'react';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { Button } from '../../../components/controls/button.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { mayNeedFallback, maySendTemplate, mayWriteText, type WindowState } from '../conversation/window-state.ts';
import { firstNameOf } from '../names.ts';
import type { MessageEntry } from '../thread/timeline.ts';
import styles from './composer.module.css';
import { AskFirst, ComposerBar, Tab, WindowHint } from './composer-bar.tsx';
import type { Extra } from './composer-extras.tsx';
import { ComposerField } from './composer-field.tsx';
import { type DraftKind, type Drafts, isEmptyDraft } from './drafts.ts';
import { mentionsIn, overLimit, toDraft, toItems } from './new-items.ts';
import type { NewItem } from './outbox.ts';
import { useDraftState } from './use-draft-state.ts';
import { useFiles } from './use-files.tsx';

const texts = inboxTexts.composer;
const ReplyTemplate = lazyComponent(() => import('./template-form.tsx'), 'ReplyTemplate');

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
export const Composer = ({ handle, conversation, state, drafts, notice, ...rest }: ComposerProps) => {
  const { contact, channel, status, presence } = conversation;
  const name = firstNameOf(contact);
  const [kind, setKind] = useState<DraftKind>('reply');
  const reply = useDraftState(drafts, conversation.id, 'reply');
  const note = useDraftState(drafts, conversation.id, 'note');
  const current = kind === 'reply' ? reply : note;
  const { draft } = current;
  const files = useFiles(reply, channel);
  const [extra, setExtra] = useState<Extra>();
  const [showsTemplates, setShowsTemplates] = useState(
    state.kind === 'unknown' || reply.draft.template?.values !== undefined,
  );
  const [asked, setAsked] = useState<{ then: 'closed' | 'pending' | undefined; template: NewItem | undefined }>();
  const [isChoosingFallback, setChoosingFallback] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
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
  /** A template is searched for in a field of its own. */
  const focusField = () =>
    window.setTimeout(() => (field.current ?? document.querySelector<HTMLElement>('[role=combobox]'))?.focus());

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

  const send = (then?: 'closed' | 'pending', template?: NewItem, isSure = false) => {
    if (!template && (isEmpty || over > 0 || !canWrite || files.isUploading)) return;
    if (isReply && writing.length > 0 && !isSure) {
      setAsked({ then, template });
      return;
    }
    setAsked(undefined);
    if (template) {
      rest.onSend([template]);
      reply.change({ template: undefined });
      setShowsTemplates(false);
      return;
    }
    const body = text.trim();
    if (isReply) rest.onSend(toItems(body, draft.quoteId, files.ready, channel, fallback), then);
    else rest.onSend([{ kind, body: { text: body, mentions: mentionsIn(body, rest.members) }, shown: { text: body } }]);
    current.clear();
    if (isReply) files.clear();
    field.current?.focus();
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
          <ReplyTemplate
            {...reply}
            conversation={conversation}
            isFallback={picksFallback}
            onChosen={() => {
              setChoosingFallback(false);
              focusField();
            }}
            onSend={(template) => send(undefined, template)}
            onCancel={
              picksFallback
                ? () => setChoosingFallback(false)
                : canWrite || text !== ''
                  ? () => setShowsTemplates(false)
                  : undefined
            }
          />
        </Suspense>
      ) : (
        (canWrite || keepsText) && (
          <>
            <ComposerField
              {...rest}
              {...current}
              field={field}
              isReply={isReply}
              conversation={conversation}
              fallback={fallback}
              files={files}
              extra={extra}
              onExtra={setExtra}
              onSend={send}
            />
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
          </>
        )
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
