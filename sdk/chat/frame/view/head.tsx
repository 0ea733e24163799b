import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { State } from '../store.ts';
import { toAnswerTime, toReturn } from '../when.ts';
import { Icon } from './icons.tsx';
import { useSurroundings } from './surroundings.ts';

export const Head = ({ state }: { state: State }) => {
  const { settings, texts, locale, actions } = useSurroundings();
  const { conversation } = state;
  const office = conversation?.office;
  const line =
    office && !office.is_open
      ? toReturn(texts, locale, office.opens_at)
      : toAnswerTime(texts, locale, conversation?.answer_minutes ?? null);
  return (
    <header class="head">
      <span class="logo" aria-hidden="true">
        {[...settings.name][0]?.toLocaleUpperCase()}
      </span>
      <div class="name">
        <h1 data-first-focus tabIndex={-1}>
          {settings.name}
        </h1>
        {line && <small>{line}</small>}
      </div>
      <Menu isLoud={state.isLoud} />
      {state.place !== 'inline' && (
        <button type="button" class="round" aria-label={texts.close} onClick={actions.close}>
          <Icon name="cross" />
        </button>
      )}
    </header>
  );
};

const Menu = ({ isLoud }: { isLoud: boolean }) => {
  const { texts, actions } = useSurroundings();
  const [isOpen, setOpen] = useState(false);
  const [isSure, setSure] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    setSure(false);
    if (isOpen) place.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  };
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!place.current?.contains(relatedTarget as Node | null)) setOpen(false);
  };
  const forget = (): void => {
    setSure(true);
    if (!isSure) return;
    setOpen(false);
    button.current?.focus();
    void actions.signOut();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: It hears its buttons.
    <div class="menu" ref={place} onKeyDown={closeOnEscape} onFocusOut={leave}>
      <button
        type="button"
        class="round"
        ref={button}
        aria-label={texts.menu}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="dots" />
      </button>
      {isOpen && (
        <div class="items">
          <label>
            <input
              type="checkbox"
              checked={isLoud}
              onChange={({ currentTarget }) => actions.setLoud(currentTarget.checked)}
            />
            {texts.sound}
          </label>
          <button type="button" onClick={forget}>
            {texts.forget}
          </button>
          {isSure && <p role="alert">{texts.forgetSurely}</p>}
        </div>
      )}
    </div>
  );
};
