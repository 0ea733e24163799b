import Copy from 'lucide-react/icons/copy';
import CornerUpLeft from 'lucide-react/icons/corner-up-left';
import ExternalLink from 'lucide-react/icons/external-link';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import Play from 'lucide-react/icons/play';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import {
  type RenderedParts,
  type RenderedTemplate,
  renderTemplate,
  type TextPart,
} from '../../../functions/model/templates/contents.ts';
import type { ShownTemplate } from '../../../functions/model/templates/listed-template.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import content from '../../components/content/content.module.css';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { templateTexts } from '../../texts/en/templates.ts';
import styles from './template-panel.module.css';
import { categoryWords, qualityWords, reasonWords, statusTone, statusWords } from './template-texts.ts';

const texts = templateTexts.panel;

interface TemplatePanelProps {
  name: string;
  language: string;
  onClose: () => void;
}

export const TemplatePanel = ({ name, language, onClose }: TemplatePanelProps) => {
  const query = useLive('getTemplate', { name, language }, { everyMs: false });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isGone = query.error !== null && toProblem(query.error).status === 404;
  return (
    <section className={content.panel} aria-label={templateTexts.preview(name, language)}>
      <div className={content.panelHead}>
        <h2 ref={heading} tabIndex={-1} className={`${content.panelTitle} ${styles.title}`}>
          {name}
        </h2>
        <Button variant="ghost" size="icon" aria-label={texts.close} onPress={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      {query.data && !isGone && <Shown template={query.data.data} />}
      {isGone && <Notice tone="warn" title={texts.gone} />}
      {query.error && !isGone && (
        <Problem
          error={query.error}
          title={texts.loadFailed}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!query.data && !query.error && <SkeletonRows rows={3} />}
    </section>
  );
};

const Shown = ({ template }: { template: ShownTemplate }) => {
  const { language, category, status, quality, contents, synced_at } = template;
  const reason = reasonWords(template);
  return (
    <>
      <p className={styles.facts}>
        <Badge tone={statusTone(status)}>{statusWords(status)}</Badge>
        <span>{language}</span>
        <span>{categoryWords(category)}</span>
        {quality && <span>{texts.quality(qualityWords(quality))}</span>}
      </p>
      {reason && (
        <Notice tone={statusTone(status) === 'bad' ? 'bad' : 'warn'}>
          <p>{reason}</p>
        </Notice>
      )}
      <TemplateBubble template={renderTemplate(contents)} />
      <p className={styles.note}>
        {JSON.stringify(contents).includes('{{') && <span>{texts.placeholders} </span>}
        {texts.synced} <RelativeTime at={synced_at} />.
      </p>
    </>
  );
};

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
const TemplateBubble = ({ template: { cards, ...parts } }: { template: RenderedTemplate }) => (
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
