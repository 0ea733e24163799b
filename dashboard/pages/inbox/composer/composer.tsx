import { type ReactNode, type RefObject, Suspense, useImperativeHandle, useRef, useState } from 'react';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { useTeams } from '../../../api/teams.ts';
import { Button } from '../../../components/controls/button.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { NewItem } from '../store/outbox.ts';
import type { MessageEntry } from '../store/timeline.ts';
import { firstNameOf } from '../words/names.ts';
import styles from './composer.module.css';
import { AskFirst, ComposerBar, extras, Tab, WindowHint } from './composer-bar.tsx';
import { ComposerField } from './composer-field.tsx';
import { composerState } from './composer-state.ts';
import { type DraftKind, type Drafts, isEmptyDraft } from './drafts.ts';
import { mentionsIn, teamsIn, toDraft, toNewItems } from './new-items.ts';
import { useDraftState } from './use-draft-state.ts';
import { useExtra } from './use-extra.ts';
import { useFiles } from './use-files.ts';
import { maySendTemplate, type WindowState } from './window-state.ts';

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
  replyWindow: WindowState;
  drafts: Drafts;
  members: readonly Member[];
  entries: readonly TimelineEntry[];
  notice: ReactNode;
  onSend: (items: readonly NewItem[], then?: 'closed' | 'pending') => void;
  onTyping: () => void;
  onLeave: () => void;
}

/** Its key is the conversation, so a text never moves to another one. */
export const Composer = ({ handle, conversation, replyWindow, drafts, notice, ...rest }: ComposerProps) => {
  const { contact, channel, status, presence } = conversation;
  const name = firstNameOf(contact);
  const [tab, setTab] = useState<DraftKind>('reply');
  const reply = useDraftState(drafts, conversation.id, 'reply');
  const note = useDraftState(drafts, conversation.id, 'note');
  const current = tab === 'reply' ? reply : note;
  const teams = useTeams(tab === 'note' && note.draft.text.includes('@'));
  const files = useFiles(reply, channel);
  const [wanted, setWanted] = useState<'text' | 'template' | 'fallback'>(
    replyWindow.kind === 'unknown' || reply.draft.template?.values !== undefined ? 'template' : 'text',
  );
  const [asked, setAsked] = useState<{ then: 'closed' | 'pending' | undefined; template: NewItem | undefined }>();
  const field = useRef<HTMLTextAreaElement>(null);
  const extra = useExtra(field, tab, current.change);
  const picker = useRef<HTMLInputElement>(null);
  const canTemplate = maySendTemplate(replyWindow, channel);
  const { ready, isUploading } = files;
  const state = composerState({ tab, wanted, replyWindow, channel, draft: current.draft, ready, isUploading });
  const writing = presence.filter((one) => one.state === 'writing').map((one) => one.name);
  /** A template is searched for in a field of its own. */
  const focusField = () =>
    window.setTimeout(() => (field.current ?? document.querySelector<HTMLElement>('[data-templates] input'))?.focus());

  const attach = (added: readonly File[]) => {
    files.add(added);
    focusField();
  };

  useImperativeHandle(handle, () => ({
    focus: (kind) => {
      if (kind) setTab(kind);
      focusField();
    },
    quote: (entry) => {
      setTab('reply');
      reply.change({ quoteId: entry.id });
      focusField();
    },
    showTemplates: (key) => {
      setTab('reply');
      if (key) reply.change({ template: { key } });
      setWanted(canTemplate ? 'template' : 'text');
    },
    attach: (added) => {
      setTab('reply');
      attach(added);
    },
    chooseFile: () => {
      setTab('reply');
      setWanted('text');
      picker.current?.click();
    },
    hasDraft: () => !isEmptyDraft(reply.draft) || files.attached.length > 0,
    discard: reply.clear,
    edit: (item) => {
      setTab(item.kind);
      setWanted(item.body.template ? 'template' : 'text');
      const edited = item.kind === 'reply' ? reply : note;
      edited.change(toDraft(item, edited.draft));
      focusField();
    },
  }));

  const send = (then?: 'closed' | 'pending', template?: NewItem, isSure = false) => {
    if (!template && !('canSend' in state && state.canSend)) return;
    const gap = !template && current.draft.gaps?.[0];
    if (gap) return void extras().then(({ askToFill }) => askToFill(field.current, gap));
    const asks = tab === 'reply' && writing.length > 0 && !isSure;
    setAsked(asks ? { then, template } : undefined);
    if (asks) return;
    if (template) {
      rest.onSend([template]);
      reply.change({ template: undefined });
      setWanted('text');
      return;
    }
    const text = current.draft.text.trim();
    if (state.kind === 'reply') {
      rest.onSend(toNewItems(text, reply.draft, ready, channel, state.fallback), then);
      files.clear();
    } else {
      const ofTeams = teamsIn(text, teams);
      const mentions = {
        mentions: mentionsIn(text, rest.members),
        ...(ofTeams.length > 0 && { team_mentions: ofTeams }),
      };
      rest.onSend([{ kind: 'note', body: { text, ...mentions }, shown: { text } }]);
    }
    current.clear();
    field.current?.focus();
  };

  return (
    <div className={styles.composer} data-kind={tab}>
      {notice}
      <div className={styles.tabs}>
        <div className={styles.kinds} role="tablist" aria-label={texts.kind}>
          <Tab isSelected={tab === 'reply'} onPress={() => setTab('reply')}>
            {state.kind === 'template' || state.kind === 'fallback' ? texts.template(name) : texts.reply(name)}
          </Tab>
          <Tab isSelected={tab === 'note'} onPress={() => setTab('note')}>
            {texts.note}
          </Tab>
        </div>
        {tab === 'reply' && <WindowHint state={replyWindow} isClosed={status === 'closed'} />}
        {state.kind === 'reply' && state.offersFallback && (
          <Button size="small" variant="ghost" onPress={() => setWanted('fallback')}>
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
          attach([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {state.kind === 'template' || state.kind === 'fallback' ? (
        <Suspense>
          <ReplyTemplate
            {...reply}
            conversation={conversation}
            language={lastLanguage(rest.entries)}
            isFallback={state.kind === 'fallback'}
            onChosen={() => {
              setWanted('text');
              focusField();
            }}
            onSend={(template) => send(undefined, template)}
            onCancel={
              state.kind === 'template' && state.isOnly
                ? undefined
                : () => {
                    setWanted('text');
                    focusField();
                  }
            }
            onLeave={rest.onLeave}
          />
        </Suspense>
      ) : (
        state.kind !== 'blocked' && (
          <>
            <ComposerField
              {...rest}
              {...current}
              field={field}
              isReply={tab === 'reply'}
              conversation={conversation}
              fallback={state.kind === 'reply' ? state.fallback : undefined}
              files={files}
              extra={extra}
              onSend={send}
            />
            <ComposerBar
              state={state}
              unit={tab === 'reply' && channel === 'social' ? 'byte' : 'character'}
              onAttach={() => picker.current?.click()}
              onExtra={extra.ask}
              onTemplate={canTemplate ? () => setWanted('template') : undefined}
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

const lastLanguage = (entries: readonly TimelineEntry[]): string | undefined =>
  entries.flatMap((entry) => (entry.type === 'message' && entry.template ? entry.template.language : [])).at(-1);
