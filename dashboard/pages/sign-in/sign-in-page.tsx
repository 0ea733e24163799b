import ArrowRight from 'lucide-react/icons/arrow-right';
import * as z from 'zod/mini';
import { signInUrl } from '../../api/sign-in.ts';
import { PageHeader } from '../../components/content/page-header.tsx';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useSearch } from '../../context/search.ts';
import icon from '../../icon.svg';
import { signInTexts as texts } from '../../texts/en/sign-in.ts';
import styles from './sign-in.module.css';

const { errors } = texts;
const errorCodes = Object.keys(errors) as (keyof typeof errors)[];
const search = {
  return_to: z.optional(z.string().check(z.startsWith('/'))),
  error: z.optional(z.enum(errorCodes)),
  reason: z.optional(z.literal('ended')),
};

export const SignInPage = () => {
  const [{ return_to, error, reason }] = useSearch(search);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src={icon} alt="" width={44} height={44} />
        <PageHeader title={texts.title} lead={texts.lead} />
        {error && (
          <Notice tone="bad" isAlert>
            <p>{errors[error]}</p>
          </Notice>
        )}
        {reason && !error && (
          <Notice tone="info">
            <p>{texts.ended}</p>
          </Notice>
        )}
        <ButtonLink href={signInUrl(return_to)} variant="primary">
          {texts.action}
          <ArrowRight aria-hidden="true" />
        </ButtonLink>
        <p className={styles.why}>{texts.why}</p>
      </div>
    </main>
  );
};
