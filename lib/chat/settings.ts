/** The web chat for visitors of websites. It has an origin of its own and costs nothing without visits. */
export interface WebChatSettings {
  /** CloudFront takes certificates of us-east-1 only. */
  domain?: { name: string; certificateArn: string };
  /** For links in mails, where there is no domain: the output ChatUrl. */
  url?: string;
  /** The limit of each of its functions. A flood of visitors leaves the rest of the account's concurrency to the others. */
  reservedConcurrency: number;
}

/** Used by `npm start`, and a good start for a deployment. */
export const defaultWebChat: WebChatSettings = { reservedConcurrency: 50 };

export const checkWebChatSettings = ({ domain, url, reservedConcurrency }: WebChatSettings): void => {
  if (domain && !/^arn:[\w-]+:acm:us-east-1:/.test(domain.certificateArn))
    throw new Error(
      `webChat.domain.certificateArn is "${domain.certificateArn}". CloudFront needs an ARN of acm in us-east-1.`,
    );
  if (url !== undefined && !/^https:\/\/[a-z0-9.-]+$/.test(url))
    throw new Error(`webChat.url is "${url}". Use the output ChatUrl, such as https://d111111abcdef8.cloudfront.net.`);
  if (!(Number.isInteger(reservedConcurrency) && reservedConcurrency >= 1 && reservedConcurrency <= 1_000))
    throw new Error('webChat.reservedConcurrency must be 1 to 1000.');
};
