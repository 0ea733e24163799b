import { countryName, isCountry } from '../../../functions/model/contacts/country.ts';
import { workspaceTexts } from '../../texts/en/workspace-settings.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country by its name. The current one is among them, even if this browser does not know it. */
export const countries = (current: string): { value: string; label: string }[] => {
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  return [...new Set([current, ...codes])]
    .map((code) => ({ code, name: countryName(code) ?? code }))
    .sort((left, right) => left.name.localeCompare(right.name, 'en'))
    .map(({ code, name }) => ({ value: code, label: workspaceTexts.countryName(name, code) }));
};
