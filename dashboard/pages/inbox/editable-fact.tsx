import Pencil from 'lucide-react/icons/pencil';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { contactPanelTexts as texts } from '../../texts/en/contact-panel.ts';
import { en } from '../../texts/en.ts';
import styles from './contact-panel.module.css';

interface FactProps {
  label: string;
  value: string;
  isPhone?: boolean;
  children?: ReactNode;
}

/** A press copies the value. */
export const Fact = ({ label, value, isPhone = false, children }: FactProps) => {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast(en.copy.announcement(label)),
      () => toast(en.copy.failed),
    );
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <button type="button" className={styles.copy} title={en.copy.label(label)} onClick={() => void copy()}>
          <bdi dir={isPhone ? 'ltr' : 'auto'}>{value}</bdi>
          <span className="visually-hidden">, {en.copy.label(label)}</span>
        </button>
        {children}
      </dd>
    </div>
  );
};

interface EditableFactProps {
  contact: Contact;
  field: 'name' | 'email' | 'company';
  shown: string | null;
  /** The name of the person, above the others. */
  isTitle?: boolean;
}

const charactersMax = { name: 255, email: 320, company: 255 };

/** Edited in place: Enter saves, Escape cancels, and a refusal stands below the field. */
export const EditableFact = ({ contact, field, shown, isTitle = false }: EditableFactProps) => {
  const [typed, setTyped] = useState<string>();
  const pencil = useRef<HTMLButtonElement>(null);
  const label = texts.fields[field];
  const end = () => setTyped(undefined);
  const update = useOperation('updateContact', ['getContact', 'getInbox', 'getTimeline'], { onDone: end });
  const inputElement = useRef<HTMLInputElement>(null);
  const isEditing = typed !== undefined;
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing) inputElement.current?.focus();
    else if (wasEditing.current) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      update.cancel();
      end();
    }
    if (event.key !== 'Enter' || update.isPending) return;
    update.mutate({ params: { id: contact.id }, input: { [field]: typed?.trim() || null } });
  };
  const edit = (
    <Button
      ref={pencil}
      variant="ghost"
      size="icon"
      aria-label={texts.edit(label)}
      onPress={() => setTyped(contact[field] ?? '')}
    >
      <Pencil aria-hidden="true" />
    </Button>
  );
  const input = (
    <div className={styles.editing}>
      <input
        ref={inputElement}
        className={styles.input}
        aria-label={label}
        aria-describedby={`${field}-hint`}
        dir="auto"
        value={typed ?? ''}
        maxLength={charactersMax[field]}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${field}-hint`} role={update.error ? 'alert' : undefined} className={styles.muted}>
        {update.error?.message ?? texts.editHint}
      </p>
    </div>
  );
  if (isTitle)
    return !isEditing ? (
      <h2 className={styles.name}>
        <span className={styles.plaintext} title={shown ?? undefined}>
          {shown}
        </span>
        {edit}
      </h2>
    ) : (
      input
    );
  if (!isEditing && shown)
    return (
      <Fact label={label} value={shown}>
        {edit}
      </Fact>
    );
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        {!isEditing ? (
          <>
            <span className={styles.muted}>{texts.none}</span>
            {edit}
          </>
        ) : (
          input
        )}
      </dd>
    </div>
  );
};
