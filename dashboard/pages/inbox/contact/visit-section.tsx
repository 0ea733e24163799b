import type { ReactNode } from 'react';
import type { WebVisit } from '../../../../functions/model/web-chat/visit.ts';
import shared from '../../../components/contacts/contacts.module.css';
import { Fact } from '../../../components/contacts/editable-fact.tsx';
import { RelativeTime } from '../../../components/content/relative-time.tsx';
import { Badge } from '../../../components/feedback/badge.tsx';
import { visitTexts as texts } from '../../../texts/en/visit.ts';
import { languageName } from '../../../texts/language.ts';
import styles from './contact-panel.module.css';

/** What the website says about the visitor. Only the badge stands for something that was checked. */
export const VisitFacts = ({ visit }: { visit: WebVisit }) => {
  const { page, fields, email, is_verified, state, seen_at, language, rating } = visit;
  return (
    <div className={styles.visit}>
      <p>
        {is_verified && <Badge tone="ok">{texts.verified}</Badge>}{' '}
        {state === 'here' ? (
          texts.here
        ) : (
          <>
            {texts.left} <RelativeTime at={seen_at} />
          </>
        )}
      </p>
      {is_verified && <p className="muted">{texts.verifiedHint}</p>}
      <dl className={shared.facts}>
        {page && (
          <Row label={texts.page}>
            <PageLink {...page} />
          </Row>
        )}
        {email && <Fact label={texts.email} value={email} />}
        {language && <Row label={texts.language}>{languageName(language)}</Row>}
        {rating && (
          <Row label={texts.lastRating}>
            {texts.score(rating.score)} {rating.text && <q dir="auto">{rating.text}</q>}
          </Row>
        )}
      </dl>
      {Object.keys(fields).length > 0 && (
        <>
          <dl className={shared.facts}>
            {Object.entries(fields).map(([name, value]) => (
              <Fact key={name} label={name} value={value} />
            ))}
          </dl>
          <p className="muted">{texts.unverified}</p>
        </>
      )}
    </div>
  );
};

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={shared.fact}>
    <dt>{label}</dt>
    <dd>
      <span dir="auto">{children}</span>
    </dd>
  </div>
);

/** A page may claim any address, so only one of the web is a link. */
const PageLink = ({ title, url }: { title: string; url: string }) => {
  const address = URL.parse(url);
  const words = title || (address ? address.host + address.pathname : url);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') return words;
  return (
    <a href={address.href} title={address.href} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
};
