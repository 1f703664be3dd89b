import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { featuresSchema } from './features.ts';
import { enterpriseIdSchema, isoInstantSchema, roleIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { permissionNameSchema, permissionsSchema } from './permissions.ts';

export const CSRF_HEADER = 'X-CSRF-TOKEN';
export const SESSION_EXPIRES_HEADER = 'X-Session-Expires-At';
/** Sent as `1` by polls, refresh timers and the event stream: such calls never extend a session. */
export const BACKGROUND_HEADER = 'X-Background';

/**
 * Types of the claims in a profile. `agentId` is the acting service provider, empty for everybody else. `viewAsRoleId` and `viewAsEnterpriseId` are
 * there only while provider staff look at the product as a role sees it.
 */
export const CLAIM_TYPES = [
  'id',
  'name',
  'email',
  'pictureUrl',
  'enterpriseId',
  'enterpriseName',
  'agentId',
  'isProvider',
  'viewAsRoleId',
  'viewAsEnterpriseId',
] as const;

export const profileSchema = z.object({
  isAuthenticated: z.boolean(),
  displayName: z.string(),
  claims: z.array(z.object({ type: z.enum(CLAIM_TYPES), value: z.string() })),
  /** null: anonymous. */
  sessionExpiresAtUtc: isoInstantSchema.nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

export const REGIONAL_FORMATS = ['en-US', 'sv-SE', 'fr-CA'] as const;
export type RegionalFormat = (typeof REGIONAL_FORMATS)[number];
export const UI_THEMES = ['light', 'dark', 'system'] as const;
export type UiTheme = (typeof UI_THEMES)[number];

export const accountSettingsSchema = z.object({
  /** null: never chosen; the first enterprise by name applies. */
  selectedEnterpriseIds: z.array(enterpriseIdSchema).max(1_000).nullable(),
  /** null: the browser's language if it is one of the three, else en-US. */
  regionalFormat: z.enum(REGIONAL_FORMATS).nullable(),
  uiTheme: z.enum(UI_THEMES),
});
export type AccountSettings = z.infer<typeof accountSettingsSchema>;

export const accountSettingsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/account-settings',
    access: 'signedIn',
    narrowed: 'unowned',
    summary: 'Settings of the signed-in user.',
    response: accountSettingsSchema,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/account-settings',
    access: 'signedIn',
    summary: 'Changes the given settings and leaves the others.',
    body: accountSettingsSchema.partial().strict(),
    response: accountSettingsSchema,
  }),
  saveSelectedEnterpriseIds: endpoint({
    method: 'PUT',
    path: '/api/account-settings/selected-enterprise-ids',
    access: 'signedIn',
    summary: 'Stores the selected enterprises.',
    body: z.array(enterpriseIdSchema).max(1_000),
    response: accountSettingsSchema,
  }),
};

export const sessionEndpoints = {
  profile: endpoint({
    method: 'GET',
    path: '/api/profile',
    access: 'public',
    summary: 'Who is signed in; 200 for anonymous too.',
    response: profileSchema,
  }),
  antiforgery: endpoint({
    method: 'GET',
    path: '/api/antiforgery',
    access: 'signedIn',
    narrowed: 'common',
    summary: 'The token that mutations of this session carry in X-CSRF-TOKEN.',
    response: z.object({ token: z.string() }),
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/session/renew',
    access: 'signedIn',
    narrowed: 'common',
    ownSessionOnly: true,
    summary: 'Extends the session by its full length.',
    response: z.object({ sessionExpiresAtUtc: isoInstantSchema }),
  }),
  viewAs: endpoint({
    method: 'POST',
    path: '/api/session/view-as',
    access: 'signedIn',
    ownSessionOnly: true,
    summary: 'Provider staff: shows the product as a role of an enterprise sees it, read only, until it is called with null.',
    body: z.object({ view: z.object({ roleId: roleIdSchema, enterpriseId: enterpriseIdSchema }).nullable() }),
    response: profileSchema,
    errors: ['resource.notFound'],
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/permissions',
    access: 'signedIn',
    narrowed: 'common',
    summary: 'Permissions over all enterprises of the user.',
    response: permissionsSchema,
  }),
  features: endpoint({
    method: 'GET',
    path: '/api/features',
    access: 'signedIn',
    narrowed: 'common',
    summary: 'Feature flags.',
    response: featuresSchema,
  }),
};

export const roleSchema = z.object({ roleId: roleIdSchema, name: z.string(), permissions: z.array(permissionNameSchema) });
export type Role = z.infer<typeof roleSchema>;

export const roleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/roles/list',
    access: 'signedIn',
    summary: 'Roles and what they permit: all of them for provider staff, for others those held in their enterprises.',
    response: z.object({ items: z.array(roleSchema) }),
  }),
};

/** Anything else than one text counts as not given: these addresses are typed, linked and mangled by mail programs. */
const optionalText = z.string().max(LIMITS.addressLength).optional().catch(undefined);
const loginQuerySchema = z.object({ returnUrl: optionalText, lang: optionalText });
const FORM = ['application/x-www-form-urlencoded'] as const;

/** Pages that are there before the app is: markup without scripts, answered with 303 or with the form again. */
export const accountEndpoints = {
  loginPage: endpoint({
    method: 'GET',
    path: '/account/login',
    access: 'public',
    summary: 'The login page.',
    query: loginQuerySchema,
    responseKind: 'html',
  }),
  login: endpoint({
    method: 'POST',
    path: '/account/login',
    access: 'public',
    ownFormToken: true,
    summary: 'Begins a session: 303 to returnUrl (paths of this origin only), else the form again with 401 or 429.',
    rawBody: FORM,
    responseKind: 'html',
  }),
  logoutPage: endpoint({
    method: 'GET',
    path: '/account/logout',
    access: 'public',
    summary: 'Asks whether to end the session; without one it leads to the login page.',
    query: loginQuerySchema,
    responseKind: 'html',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/account/logout',
    access: 'public',
    ownFormToken: true,
    summary: 'Ends the session and leads to the login page. `token`: of the form, or the anti-forgery token of the session.',
    rawBody: FORM,
    responseKind: 'html',
  }),
  setupPage: endpoint({
    method: 'GET',
    path: '/account/setup',
    access: 'public',
    summary: 'Creates the first administrator; only while no other user exists.',
    query: loginQuerySchema,
    responseKind: 'html',
    errors: ['resource.notFound'],
  }),
  setup: endpoint({
    method: 'POST',
    path: '/account/setup',
    access: 'public',
    ownFormToken: true,
    summary: 'Makes the first administrator with the code that stands on the console.',
    rawBody: FORM,
    responseKind: 'html',
    errors: ['resource.notFound'],
  }),
  view: endpoint({
    method: 'GET',
    path: '/account/view',
    access: 'public',
    summary:
      'Opens the product with a view key, read only: 303 to returnUrl (paths of this origin only), without a valid key to the login page, 409 where a person is signed in.',
    query: loginQuerySchema.extend({ key: optionalText }),
    responseKind: 'html',
  }),
  singleSignOn: endpoint({
    method: 'GET',
    path: '/account/sso',
    access: 'public',
    summary: 'Leads to the identity provider (OpenID Connect, code flow with PKCE).',
    query: loginQuerySchema,
    responseKind: 'html',
    errors: ['resource.notFound'],
  }),
  singleSignOnAnswer: endpoint({
    method: 'GET',
    path: '/account/sso/answer',
    access: 'public',
    summary: 'Where the identity provider sends the browser back to.',
    responseKind: 'html',
    errors: ['resource.notFound'],
  }),
};

export const apiTokenSchema = z.object({
  tokenId: z.uuid(),
  name: z.string(),
  /** null: every site of the user. */
  siteIds: z.array(siteIdSchema).nullable(),
  readOnly: z.boolean(),
  createdAtMs: z.number().int(),
  expiresAtMs: z.number().int(),
  /** null: never used. */
  lastUsedAtMs: z.number().int().nullable(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

const credentialNameSchema = z.string().trim().min(1).max(100);

export const apiTokenEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/api-tokens/list',
    access: 'AccessPublicApi',
    summary: "The user's API tokens, without their secrets.",
    response: z.object({ items: z.array(apiTokenSchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/api-tokens/create',
    access: 'AccessPublicApi',
    signInOnly: true,
    summary: 'Makes a token valid for 24 hours; its secret is shown this once.',
    body: z.object({
      name: credentialNameSchema,
      siteIds: z.array(siteIdSchema).min(1).max(1_000).nullable().default(null),
      readOnly: z.boolean().default(true),
    }),
    response: z.object({ token: z.string(), item: apiTokenSchema }),
    errors: ['resource.notFound'],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/api-tokens/revoke',
    access: 'AccessPublicApi',
    summary: 'Ends a token at once.',
    body: z.object({ tokenId: z.uuid() }),
    responseKind: 'empty',
    errors: ['resource.notFound'],
  }),
};

export const viewKeySchema = z.object({
  viewKeyId: z.uuid(),
  name: z.string(),
  /** null: every site of the user. */
  siteIds: z.array(siteIdSchema).nullable(),
  createdAtMs: z.number().int(),
  /** null: never opened. */
  lastUsedAtMs: z.number().int().nullable(),
});
export type ViewKey = z.infer<typeof viewKeySchema>;

/** For wallboards: an address that opens the product read only and stays open, since its session lives on what the screen asks by itself. */
export const viewKeyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/view-keys/list',
    access: 'AccessPublicApi',
    summary: "The user's view keys, without their secrets.",
    response: z.object({ items: z.array(viewKeySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/view-keys/create',
    access: 'AccessPublicApi',
    signInOnly: true,
    summary: 'Makes a key that shows what its maker sees, read only, until it is revoked; its secret is shown this once.',
    body: z.object({ name: credentialNameSchema, siteIds: z.array(siteIdSchema).min(1).max(1_000).nullable().default(null) }),
    response: z.object({ key: z.string(), path: z.string(), item: viewKeySchema }),
    errors: ['resource.notFound'],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/view-keys/revoke',
    access: 'AccessPublicApi',
    summary: 'Ends a view key and every screen it opened, at once.',
    body: z.object({ viewKeyId: z.uuid() }),
    responseKind: 'empty',
    errors: ['resource.notFound'],
  }),
};

export const ingestionKeySchema = z.object({
  keyId: z.uuid(),
  name: z.string(),
  siteIds: z.array(siteIdSchema),
  createdAtMs: z.number().int(),
  /** null: never used. */
  lastUsedAtMs: z.number().int().nullable(),
  /** null: in force. */
  revokedAtMs: z.number().int().nullable(),
});
export type IngestionKey = z.infer<typeof ingestionKeySchema>;

export const ingestionKeyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/ingestion-keys/list',
    access: 'AccessPublicApi',
    summary: 'Ingestion keys of the sites in scope.',
    response: z.object({ items: z.array(ingestionKeySchema) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/ingestion-keys/create',
    access: 'AccessPublicApi',
    signInOnly: true,
    summary: 'Makes an ingest-only key for a set of sites; its secret is shown this once.',
    body: z.object({ name: credentialNameSchema, siteIds: z.array(siteIdSchema).min(1).max(1_000) }),
    response: z.object({ key: z.string(), item: ingestionKeySchema }),
    errors: ['resource.notFound'],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/ingestion-keys/revoke',
    access: 'AccessPublicApi',
    summary: 'Ends an ingestion key at once.',
    body: z.object({ keyId: z.uuid() }),
    responseKind: 'empty',
    errors: ['resource.notFound'],
  }),
};
