import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brandText, buttonContrast, nearColor, textOn } from '../../../../functions/model/web-chat/contrast.ts';
import { brandText as chatText, onBrand } from '../../../../sdk/chat/color.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it.each([
  ['#ffffff', 'dark', 20.26],
  ['#000000', 'white', 21],
  ['#0f766e', 'white', 5.47],
  ['#f2c230', 'dark', 12.09],
])('text on %s is %s', (brand, text, contrast) => {
  expect(textOn(brand)).toMatchObject({ text, contrast: expect.closeTo(contrast, 1) });
});

it('text on any color can be read', () => {
  fc.assert(
    fc.property(color, (brand) => textOn(brand).contrast >= 4.5),
    { examples: [['#767676'], ['#777777'], ['#c24f00']] },
  );
});

it('the near color of any color passes, is the color itself if that does, and is near', () => {
  fc.assert(
    fc.property(color, (brand) => {
      expect(buttonContrast(nearColor(brand)).isEnough).toBe(true);
      if (buttonContrast(brand).isEnough) expect(nearColor(brand)).toBe(brand);
      else expect(buttonContrast(nearColor(brand)).contrast).toBeLessThan(3.3);
    }),
    { examples: [['#ffffff'], ['#f2c230'], ['#ffff00']] },
  );
});

it('the color as text keeps what can be read, and turns darker or lighter otherwise', () => {
  expect([brandText('#0f766e', 'light'), brandText('#000000', 'light')]).toEqual(['#0e6d65', '#000000']);
  expect(brandText('#000000', 'dark')).toMatch(/^#[6-9a-f]/);
  expect(brandText('#f2c230', 'light')).toMatch(/^#[5-8]/);
});

it('the preview of the dashboard has the colors of the chat', () => {
  fc.assert(
    fc.property(color, (brand) => {
      expect(textOn(brand).color).toBe(onBrand(brand));
      for (const scheme of ['light', 'dark'] as const) expect(brandText(brand, scheme)).toBe(chatText(brand, scheme));
    }),
  );
});
