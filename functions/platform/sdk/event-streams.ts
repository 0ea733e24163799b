/** Only S3 Select reads event streams, but every client of S3 prepares for them. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
