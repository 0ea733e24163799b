import { Suspense } from 'react';
import { Link, Redirect, useParams } from 'wouter';
import content from '../../components/content/content.module.css';
import { PageHeader } from '../../components/content/page-header.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { routingTexts as texts } from '../../texts/en/routing.ts';

/** In the order of the bar. The first one opens with the page. */
const tabs = [
  { path: 'teams', label: texts.tabs.teams, Tab: lazyComponent(() => import('./teams-tab.tsx'), 'TeamsTab') },
  { path: 'hours', label: texts.tabs.hours, Tab: lazyComponent(() => import('./hours-tab.tsx'), 'HoursTab') },
] as const;

export const RoutingPage = () => {
  const { id, name } = useWorkspace();
  const { tab } = useParams<{ tab?: string }>();
  const chosen = tabs.find(({ path }) => path === tab);
  const toPath = (path: string) => `/w/${id}/routing/${path}`;
  if (!chosen) return <Redirect to={toPath(tabs[0].path)} replace />;
  return (
    <>
      <PageHeader title={texts.title} context={name} lead={texts.lead} />
      <div className={content.tabs}>
        <nav aria-label={texts.title} className={content.list}>
          {tabs.map(({ path, label }) => (
            <Link
              key={path}
              href={toPath(path)}
              className={content.tab}
              aria-current={path === chosen.path ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <Suspense>
          <chosen.Tab />
        </Suspense>
      </div>
    </>
  );
};
