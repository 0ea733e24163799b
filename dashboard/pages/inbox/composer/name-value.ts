import { placeholderPattern } from '../../../../functions/model/templates/contents.ts';

const greetings = [
  'hi|hello|hey|dear|welcome|good (?:morning|afternoon|evening)',
  'hola|buen[oa]s (?:d[ií]as|tardes|noches)|estimad[oa]|querid[oa]|ol[áa]|oi|bom dia|boa tarde|boa noite|prezad[oa]|car[oa]',
  'bonjour|bonsoir|salut|ch[eè]re?|hallo|guten (?:morgen|tag|abend)|lieber?|ciao|buongiorno|gentile',
  'beste|hoi|hej|hei|cześć|witaj|merhaba|sayın|привет|здравствуйте|halo|namaste|नमस्ते|مرحبا|你好|您好',
].join('|');

const greeting = new RegExp(`(?<![\\p{L}\\p{N}])(?:${greetings})(?: there)?\\s*,?\\s*[*_]*$`, 'iu');
const afterGreeting = /^[*_]*\s*(?:$|[,;:!.…–—、，。！-]|\p{Extended_Pictographic})/u;
const honorific = /^\s*(?:様|さん|님)/;
const nameOfName = /^(?:(?:customer|contact|client|first|given|full)_?)*name$/i;

/** The placeholder of a body that is the customer's name, by its own name or because a greeting stands around it. */
export const nameValueOf = (body: string): string | undefined => {
  const found = [...body.matchAll(placeholderPattern)].find(({ 0: placeholder, 1: name = '', index }) => {
    const before = body.slice(0, index).split('\n').at(-1) ?? '';
    const after = body.slice(index + placeholder.length).split('\n')[0] ?? '';
    return nameOfName.test(name) || honorific.test(after) || (greeting.test(before) && afterGreeting.test(after));
  });
  return found?.[1];
};
