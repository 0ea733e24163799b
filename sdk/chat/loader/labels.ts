/** The frame brings all other words. Until it has loaded, the launcher needs these. */
export const openChat: Record<string, string> = {
  en: 'Open chat',
  de: 'Chat öffnen',
  es: 'Abrir el chat',
  fr: 'Ouvrir le chat',
  pt: 'Abrir o chat',
  it: 'Apri la chat',
  nl: 'Chat openen',
  pl: 'Otwórz czat',
  tr: 'Sohbeti aç',
  ar: 'افتح المحادثة',
  he: "פתיחת הצ'אט",
  ja: 'チャットを開く',
};
