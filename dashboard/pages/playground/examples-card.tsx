import type { Channel } from '../../../functions/model/channels/channel.ts';
import { type ExampleId, exampleIds } from '../../../functions/model/playground/playground.ts';
import { Card } from '../../components/content/card.tsx';
import { Select } from '../../components/controls/select.tsx';
import { playgroundTexts } from '../../texts/en/playground.ts';
import type { Customer } from './customer.ts';
import { ExampleForm } from './example-form.tsx';
import { useConversation } from './use-conversation.ts';
import type { PlaygroundKey } from './use-playground-key.ts';

const texts = playgroundTexts;

interface ExamplesCardProps {
  example: ExampleId;
  code: 'curl' | 'client';
  onExample: (example: ExampleId) => void;
  onCode: (code: 'curl' | 'client') => void;
  channel: Channel;
  customer: Customer | undefined;
  receiverUrl: string;
  playgroundKey: PlaygroundKey;
}

export const ExamplesCard = ({ example, onExample, channel, customer, receiverUrl, ...props }: ExamplesCardProps) => {
  const conversation = useConversation(channel, customer, props.playgroundKey);
  // The API sends to phone numbers only.
  const recipient = channel === 'msgapp' ? customer : undefined;
  const context = { customer: recipient, receiverUrl, conversationId: conversation.data?.conversationId };
  return (
    <Card title={texts.examples.title}>
      <div className="stack">
        <Select
          label={texts.examples.choice}
          value={example}
          options={exampleIds.map((value) => ({ value, label: texts.examples.texts[value].title }))}
          onChange={(value) => onExample(exampleIds.find((each) => each === value) ?? example)}
          hint={texts.examples.texts[example].lead}
        />
        <ExampleForm
          key={example}
          example={example}
          context={context}
          code={props.code}
          onCode={props.onCode}
          playgroundKey={props.playgroundKey}
        />
      </div>
    </Card>
  );
};
