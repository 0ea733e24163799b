import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { textCharactersMax } from '../actions.ts';
import type { State } from '../store.ts';
import { EmojiPicker } from './emoji.tsx';
import { Icon } from './icons.tsx';
import { useSurroundings } from './surroundings.ts';

/** On a keyboard of a screen, Enter is a new line: there is no Shift+Enter. */
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

export const Composer = ({ state }: { state: State }) => {
  const { texts, actions } = useSurroundings();
  const { draft, attached, quoted, conversation } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  const canSend = draft.trim() !== '' || attached.length > 0;
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, 132)}px`;
  }, [draft]);

  const send = (event: Event): void => {
    event.preventDefault();
    void actions.send();
    field.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    // Enter may also choose a word of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229 || isTouch()) return;
    send(event);
  };
  const paste = (event: ClipboardEvent): void => {
    const files = event.clipboardData?.files;
    if (!files || files.length === 0) return;
    event.preventDefault();
    actions.attach(files);
  };
  const insert = (emoji: string): void => {
    const area = field.current;
    if (!area) return;
    area.setRangeText(emoji, area.selectionStart, area.selectionEnd, 'end');
    actions.setDraft(area.value);
    area.focus();
  };
  return (
    <form class="composer" onSubmit={send}>
      <Attachments state={state} />
      {quoted && (
        <div class="replying">
          <span class="quote" dir="auto">
            {quoted.text ?? quoted.file?.name}
          </span>
          <button type="button" class="round" aria-label={texts.remove} onClick={() => actions.quote(undefined)}>
            <Icon name="cross" size={16} />
          </button>
        </div>
      )}
      <div class="write">
        <AttachButton />
        <textarea
          ref={field}
          rows={1}
          dir={draft === '' ? texts.direction : 'auto'}
          maxLength={textCharactersMax}
          aria-label={texts.write}
          placeholder={conversation?.status === 'closed' ? texts.writeAgain : texts.write}
          value={draft}
          onInput={({ currentTarget }) => actions.setDraft(currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
        />
        <EmojiPicker onChoose={insert} />
        <button type="submit" class="round send" aria-label={texts.sendMessage} disabled={!canSend}>
          <Icon name="up" />
        </button>
      </div>
    </form>
  );
};

/** What the team can receive. Phones offer their camera for images. */
const accepted =
  'image/jpeg,image/png,image/webp,image/gif,video/mp4,audio/*,application/pdf,text/plain,.doc,.docx,.xls,.xlsx,.csv';

const AttachButton = () => {
  const { texts, actions } = useSurroundings();
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    actions.attach(currentTarget.files ?? []);
    currentTarget.value = '';
  };
  return (
    <>
      <button type="button" class="round" aria-label={texts.attach} onClick={() => input.current?.click()}>
        <Icon name="clip" />
      </button>
      <input ref={input} type="file" multiple hidden aria-label={texts.attach} accept={accepted} onChange={choose} />
    </>
  );
};

const Attachments = ({ state }: { state: State }) => {
  const { texts, actions } = useSurroundings();
  if (state.attached.length === 0) return null;
  return (
    <ul class="attached">
      {state.attached.map(({ id, file }) => (
        <li key={id}>
          <Thumb file={file} />
          <bdi>{file.name}</bdi>
          <button
            type="button"
            class="round"
            aria-label={`${texts.remove}: ${file.name}`}
            onClick={() => actions.detach(id)}
          >
            <Icon name="cross" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
};

const Thumb = ({ file }: { file: File }) => {
  const [url] = useState(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined));
  useLayoutEffect(() => () => url && URL.revokeObjectURL(url), [url]);
  return url ? <img src={url} alt="" /> : <Icon name="file" size={16} />;
};
