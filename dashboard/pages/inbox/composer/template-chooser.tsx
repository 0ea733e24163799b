import { useState } from 'react';
import { type RenderedTemplate, renderTemplate } from '../../../../functions/model/templates/contents.ts';
import { type ListedTemplate, templateFilterMax } from '../../../../functions/model/templates/listed-template.ts';
import { useLivePages } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TemplateBubble } from '../../../components/templates/template-bubble.tsx';
import { useSettled } from '../../../context/settled.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { templateTexts } from '../../../texts/en/templates.ts';
import { languageName } from '../../../texts/language.ts';
import { phoneCountry, usePhoneFormat } from '../../../texts/phone.ts';
import { templateKey } from '../words/names.ts';
import { ChoiceList } from './choice-list.tsx';
import styles from './composer.module.css';
import { readRecent, recentTemplates } from './recent.ts';
import { languageOfCountry, orderTemplates } from './template-order.ts';

const texts = inboxPartsTexts.template;

export const useApproved = (q: string) => {
  const filter = { status: 'APPROVED', ...(q && { q }) };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useLivePages(
    'listTemplates',
    {},
    { filter, everyMs: false },
  );
  const all = data?.pages.flatMap((page): ListedTemplate[] => page.data) ?? [];
  const templates = all.filter(({ problem }) => problem === null);
  return { templates, isRead: data !== undefined, error, refetch, hasNextPage, fetchNextPage };
};

interface TemplateChooserProps {
  phone: string | null;
  /** The language of the last template that the customer got. */
  language: string | undefined;
  autoFocus: boolean;
  /** Shows the template that the person points at. Without it, it shows beside the list. */
  onPoint?: (template: RenderedTemplate | undefined) => void;
  onChoose: (key: string) => void;
  onClose: () => void;
}

const typingMs = 300;

/** The server searches names and texts. */
export const TemplateChooser = ({ phone, language, onPoint, onChoose, ...rest }: TemplateChooserProps) => {
  usePhoneFormat();
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const settled = useSettled(q, typingMs);
  const { templates, isRead, hasNextPage, fetchNextPage } = useApproved(q && settled);
  // Enter takes the first option, so none is shown that is not what was searched for.
  const isSettled = q === '' || q === settled;
  const found = isSettled ? templates : templates.filter((template) => has(template, q.toLowerCase()));
  const known = language ?? languageOfCountry(phone ? phoneCountry(phone) : undefined);
  return (
    <ChoiceList
      {...rest}
      label={texts.choose}
      placeholder={texts.placeholder}
      values={orderTemplates(found, { language: known, recent: readRecent(recentTemplates) })}
      typed={typed}
      onType={setTyped}
      charactersMax={templateFilterMax.q}
      show={(template) => <Option template={template} />}
      preview={onPoint ? undefined : (template) => <Preview template={template} />}
      onPoint={(template) => onPoint?.(template && rendered(template))}
      empty={isSettled && isRead && !hasNextPage ? texts.noMatch : ''}
      foot={
        hasNextPage && (
          <Button size="small" variant="ghost" onPress={() => void fetchNextPage()}>
            {inboxTexts.list.loadMore}
          </Button>
        )
      }
      onChoose={(template) => onChoose(templateKey(template))}
    />
  );
};

const has = ({ name, body }: ListedTemplate, q: string): boolean => `${name}\n${body}`.toLowerCase().includes(q);

const Option = ({ template: { name, language, body } }: { template: ListedTemplate }) => (
  <span className={styles.templateOption}>
    <span className="clipped">{name}</span>
    <small>{languageName(language)}</small>
    <span className={`clipped ${styles.firstLine}`}>{body?.trim().split('\n')[0]}</span>
  </span>
);

const rendered = ({ body }: ListedTemplate): RenderedTemplate =>
  renderTemplate({ header: null, body, footer: null, buttons: [], cards: [] });

const Preview = ({ template }: { template: ListedTemplate }) => (
  <>
    <TemplateBubble template={rendered(template)} />
    {template.category && (templateTexts.categories[template.category] ?? template.category)}
  </>
);
