import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../../context/workspace.tsx';
import { Card } from '../content/card.tsx';
import { PageHeader } from '../content/page-header.tsx';
import { Empty } from './empty.tsx';
import { Listing } from './listing.tsx';

interface UnloadedProps {
  query: ComponentProps<typeof Listing>['query'];
  isGone: boolean;
  title: string;
  parent: { label: string; href: string };
  icon: LucideIcon;
  texts: { goneTitle: string; gone: string; back: string; loadFailed: string };
}

/** The page of one thing as long as there is none: it loads, it could not be loaded, or it is gone. */
export const Unloaded = ({ query, isGone, title, parent, icon, texts }: UnloadedProps) => {
  const { name } = useWorkspace();
  return (
    <>
      {isGone ? (
        <PageHeader title={title} parent={parent} context={name} />
      ) : (
        <h1 className="visually-hidden">{title}</h1>
      )}
      <Card isFlush>
        {isGone ? (
          <Empty icon={icon} title={texts.goneTitle} action={<Link href={parent.href}>{texts.back}</Link>}>
            {texts.gone}
          </Empty>
        ) : (
          <Listing query={{ ...query, data: undefined }} failed={texts.loadFailed} isEmpty={false} empty={null}>
            {null}
          </Listing>
        )}
      </Card>
    </>
  );
};
