import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { useSurroundings } from './surroundings.ts';

const emoji = [...'😀😄😊🙂😉😍🥰😘😎🤔😐😕😢😭😡😱🤗😴🤒🙈👍👎👏🙏💪👋👌🙌🤞🤝💖💔🎉🎁✨🔥⭐✅❌⚡'];
const columns = 8;

export const EmojiPicker = ({ onChoose }: { onChoose: (emoji: string) => void }) => {
  const { texts } = useSurroundings();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const buttons = (): HTMLButtonElement[] => [
    ...(place.current?.querySelectorAll<HTMLButtonElement>('.grid button') ?? []),
  ];
  useLayoutEffect(() => {
    if (isOpen) buttons()[0]?.focus();
  }, [isOpen]);
  const move = (event: KeyboardEvent): void => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      setOpen(false);
      place.current?.querySelector('button')?.focus();
      return;
    }
    const isBackward = document.documentElement.dir === 'rtl';
    const across = isBackward ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: across,
      ArrowLeft: -across,
      ArrowDown: columns,
      ArrowUp: -columns,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = buttons();
    all[all.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus();
  };
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!place.current?.contains(relatedTarget as Node | null)) setOpen(false);
  };
  const choose = (one: string): void => {
    setOpen(false);
    onChoose(one);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: It hears its buttons.
    <div class="emoji" ref={place} onKeyDown={move} onFocusOut={leave}>
      <button
        type="button"
        class="round"
        aria-label={texts.emoji}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="smile" />
      </button>
      {isOpen && (
        <fieldset class="grid" aria-label={texts.emoji}>
          {emoji.map((one, index) => (
            <button type="button" key={one} tabIndex={index === 0 ? 0 : -1} onClick={() => choose(one)}>
              {one}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
};
