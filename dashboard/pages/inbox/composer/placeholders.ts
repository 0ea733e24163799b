/** The fields of the contact that a saved reply can name. */
export const replyFields = ['name', 'email', 'company', 'phone'] as const;

export type ReplyField = (typeof replyFields)[number];

/** `{{contact.name|there}}` with the field and the text that is used without it. */
const known = new RegExp(`^\\{\\{\\s*contact\\.(${replyFields.join('|')})\\s*(?:\\|([^{}]*))?\\}\\}$`);

const anyPlaceholder = /\{{2,}[^{}\n]*\}{0,2}/g;

/** Replaces each placeholder by what `fill` says. Without a field the service does not know it. */
export const fillPlaceholders = (
  text: string,
  fill: (field: ReplyField | undefined, fallback: string, written: string) => string,
): string =>
  text.replaceAll(anyPlaceholder, (written) => {
    const [, name, fallback = ''] = known.exec(written) ?? [];
    return fill(
      replyFields.find((field) => field === name),
      fallback.trim(),
      written,
    );
  });

export const findUnknownPlaceholder = (text: string): string | undefined =>
  text.match(anyPlaceholder)?.find((written) => !known.test(written));
