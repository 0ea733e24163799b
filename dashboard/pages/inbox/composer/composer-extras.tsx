import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { EmbeddedContact } from '../../../../functions/model/contacts/contact.ts';
import { foldText } from '../../../../functions/model/fold-text.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { useLive } from '../../../api/queries.ts';
import { useTeams } from '../../../api/teams.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { useWorkspace } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { ChoiceList, type ChoiceListProps } from './choice-list.tsx';
import styles from './composer.module.css';
import { type ShownExtra, signs } from './extra.ts';
import { fillReply } from './fill-reply.ts';
import { insertText } from './insert-text.ts';
import { readRecent, recentEmoji, recentMax, recentReplies, remember } from './recent.ts';
import type { DraftState } from './use-draft-state.ts';

export { FileChips } from './file-chips.tsx';
export { askToFill, insertText } from './insert-text.ts';
export { readPastedLink } from './pasted-link.ts';

interface ExtraProps {
  /** What was typed before the list was there. */
  typed: string;
  onInsert: (text: string, newGaps?: readonly string[]) => void;
  /** `typed` is the search text, which may belong in the message after all. */
  onClose: (typed: string) => void;
}

interface ExtrasProps extends ShownExtra, Pick<DraftState, 'change'> {
  field: RefObject<HTMLTextAreaElement | null>;
  contact: EmbeddedContact;
  members: readonly Member[];
  gaps: readonly string[] | undefined;
  onHide: () => void;
}

export const Extras = ({ kind, typed, range, field, change, contact, members, gaps, onHide }: ExtrasProps) => {
  const onInsert: ExtraProps['onInsert'] = (text, newGaps) =>
    insertText(field.current, { text, range, gaps, newGaps, change, onHide });
  const onClose = (search: string) => onInsert(signs[kind] && signs[kind] + search);
  const props = { typed, onInsert, onClose };
  if (kind === 'emoji') return <EmojiGrid {...props} />;
  return kind === 'mention' ? <Mentions {...props} members={members} /> : <SavedReplies {...props} contact={contact} />;
};

interface PopupListProps<Value> extends Omit<ChoiceListProps<Value>, 'onType' | 'autoFocus'> {
  fits: (value: Value, typed: string) => boolean;
}

/** It filters its values itself. */
const PopupList = <Value,>({ values, fits, ...props }: PopupListProps<Value>) => {
  const [typed, setTyped] = useState(props.typed);
  return (
    <Popup label={props.label} onClose={() => props.onClose(typed)}>
      <ChoiceList
        {...props}
        values={values.filter((value) => fits(value, foldText(typed.trim())))}
        typed={typed}
        onType={setTyped}
        autoFocus
      />
    </Popup>
  );
};

/** Escape closes it wherever the focus is, and so does a press or a focus elsewhere. */
const Popup = ({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) => {
  const box = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const closeOutside = ({ target }: Event) => box.current?.contains(target as Node) || close.current();
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape, true);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape, true);
    };
  }, []);
  return (
    <section ref={box} className={styles.popup} role="dialog" aria-label={label}>
      {children}
    </section>
  );
};

const SavedReplies = ({ contact, typed, onInsert, onClose }: ExtraProps & { contact: EmbeddedContact }) => {
  const { id: workspaceId } = useWorkspace();
  const query = useLive('listSavedReplies', {}, { everyMs: false });
  const texts = inboxPartsTexts.saved;
  const recent = readRecent(recentReplies);
  const rank = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recentMax);
  const replies = [...(query.data?.data ?? [])].sort((one, other) => rank(one.id) - rank(other.id));
  return (
    <PopupList
      label={texts.title}
      placeholder={texts.search}
      typed={typed}
      values={replies}
      fits={({ name, text }, typed) => foldText(`${name}\n${text}`).includes(typed)}
      show={({ name, is_shared }) => (
        <>
          <span dir="auto" className="clipped">
            {name}
          </span>
          {is_shared && <small>{texts.shared}</small>}
        </>
      )}
      preview={({ text }) => <p dir="auto">{fillReply(text, contact).text}</p>}
      empty={query.data ? (replies.length === 0 ? texts.none : texts.noMatch) : ''}
      problem={
        query.error && <Problem error={query.error} title={texts.loadFailed} onRetry={() => void query.refetch()} />
      }
      foot={<Link href={`/w/${workspaceId}/settings/saved-replies`}>{texts.manage}</Link>}
      onChoose={({ id, text }) => {
        remember(recentReplies, id);
        const filled = fillReply(text, contact);
        onInsert(filled.text, filled.gaps);
      }}
      onClose={onClose}
    />
  );
};

const Mentions = ({ members, typed, onInsert, onClose }: ExtraProps & { members: readonly Member[] }) => {
  const teams = useTeams();
  return (
    <PopupList
      label={inboxPartsTexts.extras.mention}
      placeholder={inboxTexts.head.search}
      typed={typed}
      values={[
        ...members.map(({ user_id: id, name, email }) => ({ id, name, about: email })),
        ...teams.map(({ id, name }) => ({ id, name, about: inboxTexts.head.team })),
      ]}
      fits={({ name, about }, typed) => foldText(`${name}\n${about}`).includes(typed)}
      show={({ name, about }) => (
        <>
          <bdi className="clipped">{name}</bdi>
          <small>{about}</small>
        </>
      )}
      empty={inboxTexts.composer.noMembers}
      onChoose={({ name }) => onInsert(`@${name} `)}
      onClose={onClose}
    />
  );
};

const usual = ['👍', '🙏', '😊', '🎉', '❤️', '😅', '👋', '✅'];

const EmojiGrid = ({ onInsert, onClose }: ExtraProps) => {
  const shown = [...new Set([...readRecent(recentEmoji), ...usual])].slice(0, recentMax);
  return (
    <Popup label={inboxTexts.composer.emoji} onClose={() => onClose('')}>
      <div className={styles.emoji}>
        {shown.map((emoji, index) => (
          <button
            key={emoji}
            type="button"
            className="bare"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for it.
            autoFocus={index === 0}
            onClick={() => {
              remember(recentEmoji, emoji);
              onInsert(emoji);
            }}
          >
            {emoji}
          </button>
        ))}
      </div>
      <p className={styles.extrasFoot}>{inboxPartsTexts.extras.emojiHint}</p>
    </Popup>
  );
};

/** A colleague is writing too, so sending needs a second press. */
export const AskFirst = (props: { names: readonly string[]; onSend: () => void; onWait: () => void }) => (
  <p className={styles.ask} role="alert">
    <span>{inboxPartsTexts.extras.askWriting(props.names)}</span>
    <Button size="small" autoFocus onPress={props.onSend}>
      {inboxTexts.composer.send}
    </Button>
    <Button size="small" variant="ghost" onPress={props.onWait}>
      {inboxPartsTexts.extras.wait}
    </Button>
  </p>
);
