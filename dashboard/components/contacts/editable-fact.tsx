import Pencil from 'lucide-react/icons/pencil';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { Input } from '../../api/call.ts';
import { useOperation } from '../../api/use-operation.ts';
import { toast, toastProblem } from '../../context/toast.ts';
import { contactPanelTexts as texts } from '../../texts/en/contact-panel.ts';
import { en } from '../../texts/en.ts';
import { usePhoneFormat } from '../../texts/phone.ts';
import { Breakable } from '../content/breakable.tsx';
import { IconButton } from '../controls/button.tsx';
import styles from './contacts.module.css';

/** The reads that show a contact. */
export const contactReads = ['getContact', 'listContacts', 'getContactTimeline', 'getInbox', 'getTimeline'] as const;

interface FactProps {
  label: string;
  value: string;
  isPhone?: boolean;
  children?: ReactNode;
}

/** A press copies the value. */
export const Fact = ({ label, value, isPhone = false, children }: FactProps) => {
  const formatPhone = usePhoneFormat();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast(en.copy.announcement(label)),
      () => toastProblem(en.copy.failed),
    );
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <button type="button" className={styles.copy} title={en.copy.label(label)} onClick={() => void copy()}>
          <bdi dir={isPhone ? 'ltr' : 'auto'}>
            {isPhone ? formatPhone(value) : value.includes('@') ? <Breakable text={value} isName /> : value}
          </bdi>
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

export const EditableFact = ({ contact, field, ...props }: EditableFactProps) => (
  <EditableValue
    {...props}
    contactId={contact.id}
    label={texts.fields[field]}
    value={contact[field] ?? ''}
    charactersMax={charactersMax[field]}
    toChanges={(typed) => ({ [field]: typed || null })}
  />
);

interface EditableValueProps {
  contactId: string;
  label: string;
  value: string;
  shown: string | null;
  charactersMax: number;
  toChanges: (typed: string) => Input<'updateContact'>;
  /** Why a text cannot be saved. */
  faultOf?: (typed: string) => string | undefined;
  /** A refusal of the service in the words of the page. */
  wordsOf?: (refusal: string) => string;
  isTitle?: boolean;
}

/** Edited in place: Enter saves, Escape cancels, and a refusal stands below the field. */
export const EditableValue = ({ contactId, label, value, shown, toChanges, ...props }: EditableValueProps) => {
  const [typed, setTyped] = useState<string>();
  const hintId = useId();
  const pencil = useRef<HTMLButtonElement>(null);
  const [fault, setFault] = useState<string>();
  const end = () => {
    setTyped(undefined);
    setFault(undefined);
  };
  const update = useOperation('updateContact', contactReads, { onDone: end });
  const inputElement = useRef<HTMLInputElement>(null);
  const isEditing = typed !== undefined;
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing) inputElement.current?.focus();
    else if (wasEditing.current) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const refusal = update.error?.message;
  const message = fault ?? (refusal && (props.wordsOf?.(refusal) ?? refusal));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      update.cancel();
      end();
    }
    if (event.key !== 'Enter' || update.isPending) return;
    const found = props.faultOf?.(typed?.trim() ?? '');
    setFault(found);
    if (found) return;
    update.mutate({ params: { id: contactId }, input: toChanges(typed?.trim() ?? '') });
  };
  const edit = <IconButton icon={Pencil} ref={pencil} label={texts.edit(label)} onPress={() => setTyped(value)} />;
  const input = (
    <div className={styles.editing}>
      <input
        ref={inputElement}
        className={styles.input}
        aria-label={label}
        aria-describedby={hintId}
        dir="auto"
        value={typed ?? ''}
        maxLength={props.charactersMax}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p id={hintId} role={message ? 'alert' : undefined} className="muted">
        {message ?? texts.editHint}
      </p>
    </div>
  );
  if (props.isTitle)
    return !isEditing ? (
      <h2 className={styles.name}>
        <span className="clipped" title={shown ?? undefined}>
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
            <span className="muted">{texts.none}</span>
            {edit}
          </>
        ) : (
          input
        )}
      </dd>
    </div>
  );
};
