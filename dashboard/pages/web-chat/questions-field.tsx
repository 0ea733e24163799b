import GripVertical from 'lucide-react/icons/grip-vertical';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { questionsMax, webChatLengthsMax } from '../../../functions/model/web-chat/settings.ts';
import { Button, IconButton } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { webChatTexts } from '../../texts/en/web-chat.ts';
import { moved } from './draft.ts';
import styles from './web-chat.module.css';

const texts = webChatTexts.words;

interface QuestionsFieldProps {
  value: readonly string[];
  isDisabled: boolean;
  onChange: (questions: string[]) => void;
}

interface Held {
  index: number;
  /** The order to which Escape returns. */
  before: readonly string[];
  startedAt: number;
}

/** The order changes with the grip: by dragging it, or with Space and the arrow keys. Each step is announced. */
export const QuestionsField = ({ value, isDisabled, onChange }: QuestionsFieldProps) => {
  const list = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<Held>();
  const [said, setSaid] = useState('');
  const hintId = useId();
  const focusGrip = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-grip]')[index]?.focus());
  const hold = (index: number) => {
    setHeld({ index, before: value, startedAt: index });
    setSaid(texts.held(index + 1, value.length));
  };
  const moveTo = (index: number) => {
    if (!held || index < 0 || index >= value.length || index === held.index) return;
    onChange(moved(value, held.index, index));
    setHeld({ ...held, index });
    setSaid(texts.moved(index + 1, value.length));
    focusGrip(index);
  };
  const drop = () => {
    if (!held) return;
    setHeld(undefined);
    setSaid(texts.dropped(held.index + 1, value.length));
  };
  const putBack = () => {
    if (!held) return;
    onChange([...held.before]);
    setHeld(undefined);
    setSaid(texts.putBack(held.startedAt + 1, value.length));
    focusGrip(held.startedAt);
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const act = {
      ' ': () => (held ? drop() : hold(index)),
      Enter: () => (held ? drop() : hold(index)),
      ArrowUp: () => moveTo((held?.index ?? 0) - 1),
      ArrowDown: () => moveTo((held?.index ?? 0) + 1),
      Escape: putBack,
    }[event.key];
    if (!act || (!held && event.key !== ' ' && event.key !== 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  /** The row under the pointer takes the question. */
  const onPointerMove = (event: PointerEvent) => {
    if (!held || event.buttons === 0) return;
    const rows = [...(list.current?.children ?? [])];
    moveTo(rows.findIndex((row) => isWithin(row.getBoundingClientRect(), event.clientY)));
  };
  const remove = (index: number) => {
    onChange(value.filter((_, other) => other !== index));
    const rows = list.current?.querySelectorAll('input');
    (rows?.[index + 1] ?? rows?.[index - 1])?.focus();
  };
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{texts.questions}</legend>
      <ul ref={list} className={styles.questions} onPointerMove={onPointerMove}>
        {value.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; the text moves.
          <li key={index} className={styles.question} data-held={held?.index === index || undefined}>
            <button
              type="button"
              data-grip
              className={styles.grip}
              aria-label={texts.move(index + 1)}
              aria-describedby={hintId}
              aria-pressed={held?.index === index}
              disabled={isDisabled}
              onKeyDown={onKeyDown(index)}
              onPointerDown={() => hold(index)}
              onPointerUp={drop}
              onBlur={() => held?.index === index && drop()}
            >
              <GripVertical aria-hidden="true" />
            </button>
            <TextField
              label={texts.question(index + 1)}
              isLabelHidden
              value={question}
              isDisabled={isDisabled}
              maxLength={webChatLengthsMax.question}
              onChange={(text) => onChange(value.with(index, text))}
              autoComplete="off"
            />
            {!isDisabled && <IconButton icon={X} label={texts.remove(index + 1)} onPress={() => remove(index)} />}
          </li>
        ))}
      </ul>
      <span id={hintId} hidden>
        {texts.moveHint}
      </span>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {!isDisabled && value.length < questionsMax && (
        <div>
          <Button size="small" onPress={() => onChange([...value, ''])}>
            <Plus aria-hidden="true" />
            {texts.add}
          </Button>
        </div>
      )}
      {value.length >= questionsMax && <span className={styles.hint}>{texts.max(questionsMax)}</span>}
    </fieldset>
  );
};

const isWithin = ({ top, bottom }: DOMRect, y: number): boolean => y >= top && y < bottom;
