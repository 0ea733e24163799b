import { Link } from 'wouter';
import { PageHeader } from '../components/content/page-header.tsx';
import { messages } from '../messages/en.ts';
import { useHomePath } from './session.tsx';

export const NotFoundPage = ({ lead }: { lead: string }) => (
  <>
    <PageHeader title={messages.notFound.title} lead={lead} />
    <Link href={useHomePath()}>{messages.notFound.home}</Link>
  </>
);
