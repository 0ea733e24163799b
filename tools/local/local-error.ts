/** What the person at the keyboard can put right. It is shown as one sentence, without a stack trace. */
export class LocalError extends Error {}
