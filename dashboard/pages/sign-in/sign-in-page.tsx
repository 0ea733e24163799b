import ArrowRight from 'lucide-react/icons/arrow-right';
import * as z from 'zod/mini';
import { signInUrl } from '../../api/sign-in.ts';
import { useSearch } from '../../app/search.ts';
import { PageHeader } from '../../components/content/page-header.tsx';
import { ButtonLink } from '../../components/controls/button-link.tsx';
import icon from '../../icon.svg';
import { messages } from '../../messages/en.ts';
import styles from './sign-in-page.module.css';

const search = { return_to: z.optional(z.string().check(z.startsWith('/'))) };

export const SignInPage = () => {
  const [{ return_to }] = useSearch(search);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src={icon} alt="" width={44} height={44} />
        <PageHeader title={messages.signIn.title} lead={messages.signIn.lead} />
        <ButtonLink href={signInUrl(return_to)} variant="primary">
          {messages.signIn.action}
          <ArrowRight aria-hidden="true" />
        </ButtonLink>
        <p className={styles.why}>{messages.signIn.why}</p>
      </div>
    </main>
  );
};
