import { useEffect, useRef, useState } from 'preact/hooks';
import type { Conversation } from '../conversation.ts';
import type { State } from '../store.ts';
import { toReturn } from '../when.ts';
import { Face } from './icons.tsx';
import { useSurroundings } from './surroundings.ts';

/** After the first message, when nobody is there; or before it, if the company wants that. */
export const EmailCard = ({ state }: { state: State }) => {
  const { conversation, savedEmail: saved, held } = state;
  const { texts, locale, actions } = useSurroundings();
  const [isWrong, setWrong] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const office = conversation?.office;
  const words = isWrong ? texts.emailWrong : held && texts.emailFirst;
  useEffect(() => {
    if (held) form.current?.querySelector('input')?.focus();
  }, [held]);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('email') as HTMLInputElement;
    setWrong(false);
    if (field.value.trim() === '' || !field.checkValidity() || !(await actions.saveEmail(field.value.trim()))) {
      setWrong(true);
      field.focus();
    }
  };
  if (saved !== undefined)
    return (
      <div class="card" role="status">
        {texts.emailThanks(saved)}
      </div>
    );
  return (
    <form class="card" ref={form} noValidate onSubmit={submit}>
      <div>
        {office?.is_open === false && <h2>{toReturn(texts, locale, office.opens_at)}</h2>}
        <p>{conversation && conversation.status !== 'none' ? texts.leaveEmail : texts.emailBefore}</p>
      </div>
      <div class="fields">
        <input
          class="input"
          type="email"
          name="email"
          dir="ltr"
          maxLength={254}
          aria-label={texts.email}
          aria-invalid={isWrong}
          aria-describedby={words ? 'email-wrong' : undefined}
          placeholder="you@example.com"
          autocomplete="email"
        />
        <button type="submit" class="button">
          {texts.send}
        </button>
      </div>
      <p class="wrong" id="email-wrong" role="alert">
        {words}
      </p>
    </form>
  );
};

/** The arrow keys move through the faces, and each of them would be a choice. */
const settledMs = 700;

/** A face alone sends the rating; the words are optional and can follow. */
export const RatingCard = ({ conversation }: { conversation: Conversation }) => {
  const { texts, actions } = useSurroundings();
  const [score, setScore] = useState(conversation.rating?.score);
  const [isDone, setDone] = useState(Boolean(conversation.rating?.text));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const choose = (next: number): void => {
    setScore(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void actions.rate(next), settledMs);
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (score === undefined) return;
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('words') as HTMLInputElement;
    clearTimeout(timer.current);
    if (await actions.rate(score, field.value.trim())) setDone(true);
  };
  if (isDone)
    return (
      <div class="card" role="status">
        {texts.ratingThanks}
      </div>
    );
  return (
    <form class="card" onSubmit={submit}>
      <div class="faces" role="radiogroup" aria-labelledby="how">
        <h2 id="how">{texts.how}</h2>
        {texts.scores.map((words, index) => (
          <label key={words}>
            <input type="radio" name="score" checked={score === index + 1} onChange={() => choose(index + 1)} />
            <Face score={index + 1} />
            {words}
          </label>
        ))}
      </div>
      {score !== undefined && (
        <div class="fields">
          <input
            class="input"
            name="words"
            maxLength={500}
            aria-label={texts.anythingToAdd}
            placeholder={texts.anythingToAdd}
          />
          <button type="submit" class="button">
            {texts.send}
          </button>
        </div>
      )}
    </form>
  );
};
