import type { ContentButton, TemplateContents } from '../../model/templates/contents.ts';
import type { NeededCard, NeededParams } from '../../model/templates/sendable-template.ts';
import type {
  TemplateButton,
  TemplateDefinition,
  TemplateHeader,
  TemplateParts,
} from '../../model/templates/template.ts';

export const toNeededParams = ({ cards, ...parts }: TemplateDefinition, contents: TemplateContents): NeededParams => ({
  ...toNeededCard(parts, contents.buttons),
  cards: cards.map((card, index) => toNeededCard(card, contents.cards[index]?.buttons ?? [])),
});

const toNeededCard = (
  { header, body, buttons }: TemplateParts,
  contents: readonly Pick<ContentButton, 'text'>[],
): NeededCard => ({
  header: header ? findHeaderKind(header) : null,
  body: body?.placeholders ?? [],
  buttons: buttons.flatMap((button, index) => describeButton(button, index, contents[index]?.text ?? '')),
});

const findHeaderKind = (header: TemplateHeader): NeededCard['header'] => {
  if (header.kind === 'other') return null;
  return header.kind === 'text' && header.placeholder === undefined ? null : header.kind;
};

/** A quick reply without a value returns its own text. */
const describeButton = (button: TemplateButton, index: number, text: string): NeededCard['buttons'] => {
  if (button.kind === 'other' || (button.kind === 'url' && !button.dynamic)) return [];
  return [{ index, kind: button.kind, text, required: button.kind !== 'quick_reply' }];
};

/** The values without which no send succeeds. */
export const countNeeded = ({ cards, ...params }: NeededParams): number =>
  [params, ...cards].reduce(
    (sum, { header, body, buttons }) =>
      sum + (header ? 1 : 0) + body.length + buttons.filter(({ required }) => required).length,
    0,
  );
