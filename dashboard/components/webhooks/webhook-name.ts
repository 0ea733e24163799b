/** A webhook has no name of its own, so people know it by its host. */
export const webhookName = (url: string): string => (URL.canParse(url) && new URL(url).host) || url;
