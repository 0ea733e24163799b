import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { connectionOf, oldestReadMs } from '../../api/freshness.ts';
import { en } from '../../texts/en.ts';
import { shortAge } from '../../texts/time.ts';
import { useCache, useOnline } from '../feedback/connection.tsx';
import { Breakable } from './breakable.tsx';
import styles from './page-header.module.css';

let isFirstPage = true;

/** The heading, or the field that the person has just asked for, takes the focus when the element that had it is gone. */
export const focusHeading = (): void => {
  const asked = document.querySelector<HTMLElement>('[data-asked]');
  (asked ?? document.querySelector('h1'))?.focus({ preventScroll: true });
};

interface PageHeaderProps {
  title: string;
  /** The list that this page was opened from. */
  parent?: { label: string; href: string };
  /** The purpose of the page, in one sentence. */
  lead?: ReactNode;
  /** The state of what the page is about. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** The workspace, which follows the title in the browser tab. */
  context?: string | undefined;
}

/** Sets the title of the tab. Takes the focus after a navigation, so screen readers announce the page. */
export const PageHeader = ({ title, parent, lead, badge, actions, context }: PageHeaderProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, context, 'Switchboard'].filter(Boolean).join(' · ');
  }, [title, context]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
    window.scrollTo(0, 0);
  }, []);
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        {parent && (
          <nav aria-label={en.shell.breadcrumb} className={styles.parent}>
            <Link href={parent.href}>{parent.label}</Link>
          </nav>
        )}
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1} data-url={URL.canParse(title) || undefined}>
            <Breakable text={title} />
          </h1>
          {badge}
          <Freshness />
        </div>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
};

const texts = en.freshness;

/** How old the data on the page is. */
const Freshness = () => {
  const cache = useQueryClient().getQueryCache();
  const readAtMs = useCache(cache, oldestReadMs);
  const connection = useCache(cache, connectionOf);
  const state = useOnline() ? connection : 'offline';
  if (readAtMs === undefined) return null;
  return (
    <p className={styles.freshness}>
      {state !== 'live' && <span className={styles.state}>{texts[state]}</span>}
      <Age readAtMs={readAtMs} isShown={state !== 'live'} />
    </p>
  );
};

const tickMs = 1_000;
const oldMs = 60_000;

/** Shown once it is news: most of the time the data is fresh. */
const Age = ({ readAtMs, isShown }: { readAtMs: number; isShown: boolean }) => {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), tickMs);
    return () => window.clearInterval(timer);
  }, []);
  const ageMs = nowMs - readAtMs;
  return (isShown || ageMs >= oldMs) && <span>{texts.updated(shortAge(ageMs))}</span>;
};
