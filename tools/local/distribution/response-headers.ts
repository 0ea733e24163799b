import * as z from 'zod';
import type { HttpResponse } from '../http-server.ts';
import { type Deployment, type Resource, readAllProperties } from '../template/deployment.ts';

export interface PolicyHeader {
  name: string;
  value: string;
  /** Replaces a header that the origin sent. */
  isOverride: boolean;
}

const overridable = { Override: z.boolean() };

const policySchema = z.strictObject({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    Comment: z.string().optional(),
    CustomHeadersConfig: z
      .strictObject({ Items: z.array(z.strictObject({ Header: z.string(), Value: z.string(), ...overridable })) })
      .optional(),
    SecurityHeadersConfig: z
      .strictObject({
        ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), ...overridable }).optional(),
        ContentTypeOptions: z.strictObject(overridable).optional(),
        FrameOptions: z.strictObject({ FrameOption: z.string(), ...overridable }).optional(),
        ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), ...overridable }).optional(),
        StrictTransportSecurity: z
          .strictObject({
            AccessControlMaxAgeSec: z.number(),
            IncludeSubdomains: z.boolean().default(false),
            Preload: z.boolean().default(false),
            ...overridable,
          })
          .optional(),
      })
      .default({}),
  }),
});

type SecurityHeaders = z.infer<typeof policySchema>['ResponseHeadersPolicyConfig']['SecurityHeadersConfig'];

export const readResponseHeaders = (deployment: Deployment, policy: Resource): PolicyHeader[] => {
  const { ResponseHeadersPolicyConfig: config } = readAllProperties(deployment, policy, policySchema);
  const custom = config.CustomHeadersConfig?.Items ?? [];
  return [
    ...custom.map(({ Header, Value, Override }) => ({ name: Header, value: Value, isOverride: Override })),
    ...toSecurityHeaders(config.SecurityHeadersConfig),
  ];
};

const toSecurityHeaders = (config: SecurityHeaders): PolicyHeader[] => {
  const toHeader = <Setting extends { Override: boolean }>(
    name: string,
    setting: Setting | undefined,
    format: (setting: Setting) => string,
  ): PolicyHeader[] => (setting ? [{ name, value: format(setting), isOverride: setting.Override }] : []);
  return [
    // Nothing here has TLS, sockets neither.
    ...toHeader('Content-Security-Policy', config.ContentSecurityPolicy, (csp) =>
      csp.ContentSecurityPolicy.replaceAll('wss://127.0.0.1:', 'ws://127.0.0.1:'),
    ),
    ...toHeader('X-Content-Type-Options', config.ContentTypeOptions, () => 'nosniff'),
    ...toHeader('X-Frame-Options', config.FrameOptions, ({ FrameOption }) => FrameOption),
    ...toHeader('Referrer-Policy', config.ReferrerPolicy, ({ ReferrerPolicy }) => ReferrerPolicy),
    ...toHeader('Strict-Transport-Security', config.StrictTransportSecurity, (setting) =>
      [
        `max-age=${setting.AccessControlMaxAgeSec}`,
        ...(setting.IncludeSubdomains ? ['includeSubDomains'] : []),
        ...(setting.Preload ? ['preload'] : []),
      ].join('; '),
    ),
  ];
};

export const addResponseHeaders = (response: HttpResponse, policy: PolicyHeader[]): HttpResponse => {
  const headers = { ...response.headers };
  for (const { name, value, isOverride } of policy) {
    const sent = Object.keys(headers).find((sentName) => sentName.toLowerCase() === name.toLowerCase());
    if (sent !== undefined && !isOverride) continue;
    if (sent !== undefined) delete headers[sent];
    headers[name] = value;
  }
  return { ...response, headers };
};
