import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listResources, readDashboardStacks } from '../fixture/stacks.ts';

const [policy] = listResources(readDashboardStacks('plain').dashboard, 'AWS::CloudFront::ResponseHeadersPolicy').map(
  ({ Properties }) => Properties.ResponseHeadersPolicyConfig,
);
const contentSecurityPolicy: string = policy.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy;

describe('response headers', () => {
  it('the page may load only what comes from its own origin, and no script may write HTML', () => {
    expect(contentSecurityPolicy).toBe(
      "default-src 'none'; script-src 'self'; " +
        "style-src 'self' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  });

  it('the one style hash is that of the style which the installed react-aria inserts to stop scrolling', () => {
    const source = readFileSync('node_modules/react-aria/dist/private/overlays/usePreventScroll.mjs', 'utf8');
    const [, style = ''] = /style\.textContent = `([^`]+)`\.trim\(\)/.exec(source) ?? [];
    expect(style).not.toContain('${');
    const hash = createHash('sha256').update(style.trim()).digest('base64');
    expect(contentSecurityPolicy.match(/sha256-[^']+/g)).toEqual([`sha256-${hash}`]);
  });

  it('TLS holds for two years, and nobody may frame the page, sniff types or learn its address', () => {
    expect(policy.SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    });
    expect(policy.CustomHeadersConfig.Items).toEqual(
      [
        ['Cross-Origin-Opener-Policy', 'same-origin'],
        ['Cross-Origin-Resource-Policy', 'same-origin'],
        ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'],
      ].map(([Header, Value]) => ({ Header, Value, Override: true })),
    );
  });

  it('no other origin is allowed to read an answer', () => {
    expect(policy).not.toHaveProperty('CorsConfig');
  });
});
