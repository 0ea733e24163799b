// The dashboard's inbox reads these limits, and would load every schema that stands in the same file.

/** Social counts bytes, not characters. */
export const lengthsMax = { text: 4_096, socialBytes: 1_000, caption: 1_024, url: 4_096 } as const;

/** The types that a channel can send, as it names them, and the most bytes of each. */
export const uploadKinds = [
  { type: 'image', pattern: /^image\/(jpeg|png)$/, bytesMax: 5_000_000 },
  { type: 'video', pattern: /^video\/(mp4|3gpp)$/, bytesMax: 16_000_000 },
  { type: 'audio', pattern: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, bytesMax: 16_000_000 },
  { type: 'document', pattern: /^(text\/(plain|csv)|application\/[\w.+-]+)$/, bytesMax: 100_000_000 },
] as const;
