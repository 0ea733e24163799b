/** Everything that the chat says. Each language is a file of its own, which loads alone. */
export interface Texts {
  direction: 'ltr' | 'rtl';
  panel: (company: string) => string;
  open: string;
  close: string;
  newMessages: (count: number) => string;
  hidePreview: string;
  now: string;
  /** `duration` is `10 minutes` in the same language. */
  answersWithin: (duration: string) => string;
  answersWithinHour: string;
  answersWithinHours: string;
  backAt: (time: string) => string;
  backTomorrow: (time: string) => string;
  /** `day` is a weekday or a date. */
  backOn: (day: string, time: string) => string;
  away: string;
  leaveEmail: string;
  emailBefore: string;
  email: string;
  send: string;
  emailThanks: (email: string) => string;
  emailWrong: string;
  /** The company takes no message without it. */
  emailFirst: string;
  write: string;
  writeAgain: string;
  attach: string;
  emoji: string;
  sendMessage: string;
  you: string;
  reply: string;
  remove: string;
  drop: string;
  sending: string;
  waiting: string;
  notSent: string;
  tryAgain: string;
  sent: string;
  delivered: string;
  read: string;
  deleted: string;
  photo: string;
  file: string;
  offline: string;
  tooMany: string;
  isWriting: (name: string) => string;
  closed: string;
  how: string;
  /** From the worst to the best. */
  scores: [string, string, string, string, string];
  anythingToAdd: string;
  ratingThanks: string;
  tooLarge: (size: string) => string;
  wrongType: string;
  earlier: string;
  menu: string;
  sound: string;
  forget: string;
  forgetSurely: string;
  linkOver: string;
}
