import { EventStreamSerde } from './left-out.ts';

/** Only S3 Select reads event streams, but every client of S3 prepares for them. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;

/** Every signer prepares to sign the messages of event streams. */
export function HeaderFormatter() {
  return { format: EventStreamSerde };
}
