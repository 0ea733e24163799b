import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import X from 'lucide-react/icons/x';
import { type CSSProperties, useState } from 'react';
import { brandText, buttonContrast, type Scheme, textOn } from '../../../functions/model/web-chat/contrast.ts';
import type { WebChatSettings } from '../../../functions/model/web-chat/settings.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { IconButton } from '../../components/controls/button.tsx';
import { previewTexts as texts, webChatTexts } from '../../texts/en/web-chat.ts';
import { isColor } from './draft.ts';
import styles from './preview.module.css';
import { Segmented } from './segmented.tsx';

type State = keyof typeof texts.states;

/** The chat as visitors see it. It shows what the settings say, and nobody can write in it. */
export const Preview = ({ draft, isTitled = true }: { draft: WebChatSettings; isTitled?: boolean }) => {
  const [state, setState] = useState<State>('first');
  // Visitors have their own scheme, whatever that of the member is.
  const [scheme, setScheme] = useState<Scheme>('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  const look = toLook(draft.color, scheme);
  return (
    <section aria-label={webChatTexts.preview} className={styles.card}>
      <div className={styles.head}>
        {isTitled && <h2>{webChatTexts.preview}</h2>}
        <Segmented label={texts.state} isLabelHidden value={state} options={texts.states} onChange={setState} />
        <IconButton icon={scheme === 'dark' ? Sun : Moon} label={texts[other]} onPress={() => setScheme(other)} />
      </div>
      <div className={styles.page} data-scheme={scheme} inert>
        <Panel draft={draft} state={state} look={look} />
        {draft.position !== 'inline' && (
          <div className={styles.launcher} data-side={draft.position} style={{ ...look.brand, ...look.outline }}>
            <ChevronDown aria-hidden="true" />
          </div>
        )}
      </div>
    </section>
  );
};

interface Look {
  /** The color as a ground, with the text that can be read on it. */
  brand: CSSProperties;
  /** The color as text. */
  text: CSSProperties;
  outline: CSSProperties;
}

const toLook = (color: string, scheme: Scheme): Look => {
  const brand = isColor(color) ? color.toLowerCase() : '#566170';
  const on = textOn(brand).color;
  return {
    brand: { background: brand, color: on },
    text: { color: brandText(brand, scheme) },
    outline: buttonContrast(brand).isEnough ? {} : { boxShadow: `inset 0 0 0 2px ${on}` },
  };
};

interface PartProps {
  draft: WebChatSettings;
  look: Look;
}

const Panel = ({ draft, state, look }: PartProps & { state: State }) => (
  <div className={styles.chat}>
    <div className={styles.top}>
      <span className={styles.logo} style={look.brand}>
        {[...draft.name.trim()][0]?.toUpperCase() ?? ''}
      </span>
      <div className={styles.who}>
        <strong>{draft.name}</strong>
        {state === 'away' ? <small>{texts.back}</small> : draft.shows_answer_time && <small>{texts.answers}</small>}
      </div>
      <Ellipsis aria-hidden="true" />
      <X aria-hidden="true" />
    </div>
    <div className={styles.log} data-state={state}>
      {state === 'first' ? (
        <First draft={draft} look={look} />
      ) : (
        <Talk draft={draft} look={look} isAway={state === 'away'} />
      )}
    </div>
    <div className={styles.composer}>
      <Icon path={paperclip} />
      <span>{texts.message}</span>
      <Icon path={smile} />
      <span className={styles.send}>
        <ArrowUp aria-hidden="true" />
      </span>
    </div>
  </div>
);

const First = ({ draft, look }: PartProps) => (
  <>
    <div className={styles.hello}>
      <p className={styles.greeting}>{draft.greeting}</p>
      {draft.introduction.trim() !== '' && <p>{draft.introduction}</p>}
    </div>
    {draft.questions
      .filter((question) => question.trim() !== '')
      .map((question) => (
        <span key={question} className={styles.ask} style={look.text}>
          <span>{question}</span>
          <ArrowUp aria-hidden="true" />
        </span>
      ))}
  </>
);

const Talk = ({ draft, look, isAway }: PartProps & { isAway: boolean }) => (
  <>
    <div className={styles.own}>
      <span className={styles.bubble} style={look.brand}>
        {texts.customer}
      </span>
      <small>{isAway ? texts.sent : texts.read}</small>
    </div>
    {isAway ? (
      draft.asks_email !== 'never' && (
        <div className={styles.ask} data-card>
          <strong>{texts.awayTitle}</strong>
          <span>{texts.awayText}</span>
          <span className={styles.emailRow}>
            <span>{texts.email}</span>
            <b style={look.brand}>{texts.send}</b>
          </span>
        </div>
      )
    ) : (
      <div className={styles.theirs}>
        <Avatar name={texts.agent} kind="person" size={28} />
        <span>
          <small>{texts.agent}</small>
          <span className={styles.bubble}>{texts.answer}</span>
          <small>{texts.answeredAt}</small>
        </span>
      </div>
    )}
  </>
);

/** Drawn here, because an icon that two pages share loads with the first page. */
const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round" aria-hidden="true">
    <path d={path} />
  </svg>
);

const paperclip = 'm16 6-8.4 8.6a2 2 0 0 0 2.8 2.8l8.4-8.6a4 4 0 1 0-5.6-5.6l-8.4 8.5a6 6 0 1 0 8.5 8.5l8.4-8.4';

const smile = 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M8 14s1.5 2 4 2 4-2 4-2M9 9h.01M15 9h.01';
