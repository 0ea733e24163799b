import { type Channel, channels } from '../channels/channel.ts';

// Without schemas, because the dashboard reads it.

export interface AwayMessage {
  /** For all channels that have none of their own. */
  text: string;
  channels: Record<Channel, { is_active: boolean; text: string | null }>;
}

export const awayTextCharactersMax = 1_000;

/** Undefined for a channel on which it is off. */
export const findAwayText = ({ text, channels: own }: AwayMessage, channel: Channel): string | undefined =>
  own[channel].is_active ? own[channel].text || text || undefined : undefined;

export const noAwayMessage: AwayMessage = {
  text: '',
  channels: {
    msgapp: { is_active: false, text: null },
    social: { is_active: false, text: null },
    web: { is_active: false, text: null },
  },
};

/** Each channel on which it is sent needs one. */
export const hasTexts = (away: AwayMessage): boolean =>
  channels.every((channel) => !away.channels[channel].is_active || findAwayText(away, channel) !== undefined);
