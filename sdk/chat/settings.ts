/** What `/sites/<site>.js` and the page of the frame carry. */
export interface Settings {
  site: string;
  name: string;
  color: string;
  /** Text on the color, and the color as text on light and on dark. */
  on_color: string;
  light_text: string;
  dark_text: string;
  position: 'right' | 'left' | 'inline';
  greeting: string;
  introduction: string;
  questions: string[];
  allowed_sites: string[];
  asks_email: 'away' | 'before' | 'never';
  sends_page?: boolean;
  frame_url: string;
}

/** `shop.example`, `*.shop.example` or `localhost:4300`, as `frame-ancestors` reads them. */
export const isAllowedHost = (host: string, allowed: readonly string[]): boolean =>
  allowed.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));
