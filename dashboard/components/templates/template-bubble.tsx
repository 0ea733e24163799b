import Copy from 'lucide-react/icons/copy';
import CornerUpLeft from 'lucide-react/icons/corner-up-left';
import ExternalLink from 'lucide-react/icons/external-link';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import Play from 'lucide-react/icons/play';
import type { RenderedParts, RenderedTemplate, TextPart } from '../../../functions/model/templates/contents.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import styles from './template-bubble.module.css';

const texts = templateTexts.panel;

const headerIcons = { image: Image, video: Play, document: FileText, location: MapPin, other: FileText };

const buttonIcons = {
  url: ExternalLink,
  phone: Phone,
  quick_reply: CornerUpLeft,
  copy_code: Copy,
  otp: Copy,
  other: CornerUpLeft,
};

/** Shows the message as it looks in a chat. */
export const TemplateBubble = ({ template: { cards, ...parts } }: { template: RenderedTemplate }) => (
  <section className={styles.chat} aria-label={texts.bubble}>
    {(parts.body !== null || cards.length === 0) && <Bubble parts={parts} />}
    {cards.length > 0 && (
      <ol className={styles.cards}>
        {[...cards.entries()].map(([index, card]) => (
          <li key={index} aria-label={texts.card(index + 1)}>
            <Bubble parts={card} />
          </li>
        ))}
      </ol>
    )}
  </section>
);

const Bubble = ({ parts: { header, body, footer, buttons } }: { parts: RenderedParts }) => (
  <div className={styles.bubble}>
    {header && <Header header={header} />}
    <p className={styles.body}>{body ? <Text parts={body} /> : <span className={styles.own}>{texts.ownText}</span>}</p>
    {footer !== null && <p className={styles.footer}>{footer}</p>}
    {buttons.length > 0 && (
      <ul className={styles.buttons}>
        {[...buttons.entries()].map(([index, button]) => (
          <BubbleButton key={index} button={button} />
        ))}
      </ul>
    )}
  </div>
);

const Header = ({ header }: { header: NonNullable<RenderedParts['header']> }) => {
  if (header.kind === 'text') {
    return (
      <p className={styles.header}>
        <Text parts={header.text} />
      </p>
    );
  }
  const Icon = headerIcons[header.kind];
  return (
    <p className={styles.media}>
      <Icon aria-hidden="true" />
      {texts.headers[header.kind]}
    </p>
  );
};

const BubbleButton = ({ button: { kind, text, target } }: { button: RenderedParts['buttons'][number] }) => {
  const Icon = buttonIcons[kind];
  return (
    <li className={styles.button}>
      <span className={styles.action}>
        <Icon aria-hidden="true" />
        {text || texts.noButtonText}
        <span className="visually-hidden">, {texts.buttons[kind]}</span>
      </span>
      {target && (
        <span className={styles.target}>
          <Text parts={target} />
        </span>
      )}
    </li>
  );
};

const Text = ({ parts }: { parts: readonly TextPart[] }) =>
  [...parts.entries()].map(([index, { text, placeholder }]) =>
    placeholder === null ? (
      text
    ) : (
      <mark key={index} className={styles.placeholder}>
        {text}
      </mark>
    ),
  );
