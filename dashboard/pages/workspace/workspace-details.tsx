import type { ReactNode } from 'react';
import { countryName } from '../../../functions/model/contacts/country.ts';
import type { Workspace } from '../../../functions/model/workspaces/workspace.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { keywordTexts, workspaceTexts } from '../../texts/en/workspace-settings.ts';
import styles from './workspace-details.module.css';

const texts = workspaceTexts;

export const WorkspaceDetails = ({ workspace }: { workspace: Workspace }) => {
  const { name, default_country: code, opt_out_keywords, opt_in_keywords, created_at } = workspace;
  return (
    <dl className={styles.details}>
      <Detail term={texts.name}>{name}</Detail>
      <Detail term={texts.country} hint={texts.countryHint}>
        {texts.countryName(countryName(code) ?? code, code)}
      </Detail>
      <Detail
        term={keywordTexts.optOut}
        hint={opt_out_keywords?.length === 0 ? keywordTexts.noneOptOutHint : keywordTexts.optOutHint}
      >
        {showKeywords(opt_out_keywords, 'STOP')}
      </Detail>
      <Detail
        term={keywordTexts.optIn}
        hint={opt_in_keywords?.length === 0 ? keywordTexts.noneOptInHint : keywordTexts.optInHint}
      >
        {showKeywords(opt_in_keywords, 'START')}
      </Detail>
      <Detail term={texts.created}>
        <RelativeTime at={created_at} />
      </Detail>
    </dl>
  );
};

const showKeywords = (list: readonly string[] | null, example: string): string =>
  list === null ? keywordTexts.defaults(example) : list.join(', ') || keywordTexts.none;

const Detail = ({ term, hint, children }: { term: string; hint?: string; children: ReactNode }) => (
  <div className={styles.detail}>
    <dt className={styles.term}>{term}</dt>
    <dd className={styles.value}>
      {children}
      {hint && <span className={styles.hint}>{hint}</span>}
    </dd>
  </div>
);
