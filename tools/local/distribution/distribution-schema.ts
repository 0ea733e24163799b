import * as z from 'zod';

/** CloudFront's managed policies; their ids are the same in every account. */
export const managedPolicies = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  allViewerExceptHostHeader: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
} as const;

const behavior = {
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachedMethods: z.array(z.string()).optional(),
  CachePolicyId: z.enum([managedPolicies.cachingDisabled, managedPolicies.cachingOptimized]),
  OriginRequestPolicyId: z.literal(managedPolicies.allViewerExceptHostHeader).optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  FunctionAssociations: z
    .array(z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .max(1)
    .default([]),
  // This machine speaks plain HTTP and compresses nothing.
  Compress: z.boolean().optional(),
  ViewerProtocolPolicy: z.enum(['https-only', 'redirect-to-https']),
};

const originSchema = z.strictObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginAccessControlId: z.string().optional(),
  OriginCustomHeaders: z.array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
  S3OriginConfig: z.strictObject({ OriginAccessIdentity: z.literal('').optional() }).optional(),
  CustomOriginConfig: z
    .strictObject({ OriginProtocolPolicy: z.literal('https-only'), OriginSSLProtocols: z.array(z.string()).optional() })
    .optional(),
});

const behaviorSchema = z.strictObject(behavior);

/** An unknown property could change what a browser gets, so it is refused instead of ignored. */
export const distributionSchema = z.strictObject({
  DistributionConfig: z.strictObject({
    Enabled: z.literal(true),
    Comment: z.string().optional(),
    DefaultRootObject: z.string().optional(),
    Origins: z.array(originSchema),
    DefaultCacheBehavior: behaviorSchema,
    CacheBehaviors: z.array(z.strictObject({ ...behavior, PathPattern: z.string() })).default([]),
    // How clients connect, and who may: nothing of it exists on this machine.
    Aliases: z.array(z.string()).optional(),
    HttpVersion: z.string().optional(),
    IPV6Enabled: z.boolean().optional(),
    PriceClass: z.string().optional(),
    ViewerCertificate: z.unknown().optional(),
    WebACLId: z.string().optional(),
    Logging: z.unknown().optional(),
  }),
  Tags: z.unknown().optional(),
});

export type BehaviorProperties = z.infer<typeof behaviorSchema>;
export type OriginProperties = z.infer<typeof originSchema>;
