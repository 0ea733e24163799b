import type { Locator, Page } from 'playwright-core';
import { card, press, textbox } from './controls.ts';

export const hoursPath = (workspaceId: string): string => `/w/${workspaceId}/routing/hours`;

export const span = (page: Page, day: string, count: number, end: 'from' | 'to'): Locator =>
  textbox(page, `${day}, time range ${count}, ${end}`);

export const setSpan = async (page: Page, day: string, count: number, from: string, to: string): Promise<void> => {
  await span(page, day, count, 'from').fill(from);
  await span(page, day, count, 'to').fill(to);
};

export const addSpan = (page: Page, day: string): Promise<void> => press(page, `Add hours to ${day}`);

export const addHoliday = async (page: Page, date: string, name: string): Promise<void> => {
  const holidays = card(page, 'Holidays');
  await press(holidays, 'Add a day');
  await holidays.getByLabel('Day', { exact: true }).last().fill(date);
  await textbox(holidays, 'Name').last().fill(name);
};

/** The box itself is hidden behind its picture. */
export const tick = (page: Page, label: string): Promise<void> => page.getByText(label, { exact: true }).click();

export const save = (page: Page): Promise<void> => press(page, 'Save changes');
