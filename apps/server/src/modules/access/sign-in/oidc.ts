import { AppError } from '@solvane/contract/errors';
import type { UserId } from '@solvane/contract/ids';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import * as oidc from 'openid-client';
import type { OidcConfig } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { oidcLinks, oidcRequests, users } from '../../../db/schema/access.ts';
import { toAppError } from '../../../http/errors.ts';
import { hashSecret } from '../credentials/secrets.ts';
import { providerFetch } from './provider-fetch.ts';

const REQUEST_MS = 10 * 60_000;

export interface SingleSignOn {
  /** Where the browser goes; remembers the request for ten minutes. */
  begin(request: { redirectUri: string; returnUrl: string; browserSecret: string }): Promise<string>;
  /** @throws AppError auth.failed when the answer is not one to a request of this browser, or names no user who may sign in */
  finish(answer: { url: URL; browserSecret: string }): Promise<{ userId: UserId; idToken: string; returnUrl: string }>;
  /** Where the session at the provider is ended; undefined: the provider offers none. */
  logoutUrl(idToken: string, returnUri: string): Promise<string | undefined>;
}

/** OpenID Connect, code flow with PKCE, state and nonce. The provider is asked for its addresses when the first person needs them. */
export function createSingleSignOn({ db, config, now }: { db: Db; config: OidcConfig; now: () => number }): SingleSignOn {
  let discovered: Promise<oidc.Configuration> | undefined;
  const provider = (): Promise<oidc.Configuration> => {
    // A provider that was away is asked again by the next person.
    discovered ??= discover(config).catch((error: unknown) => {
      discovered = undefined;
      throw new AppError('auth.providerUnavailable', { cause: error });
    });
    return discovered;
  };
  return {
    begin: async ({ redirectUri, returnUrl, browserSecret }) => {
      const client = await provider();
      const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
      await db.delete(oidcRequests).where(lt(oidcRequests.expiresAtMs, now()));
      await db.insert(oidcRequests).values({
        state,
        nonce,
        codeVerifier,
        returnUrl,
        browserHash: hashSecret(browserSecret),
        expiresAtMs: now() + REQUEST_MS,
      });
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    finish: async ({ url, browserSecret }) => {
      const client = await provider();
      const [asked] = await db
        .delete(oidcRequests)
        .where(
          and(
            eq(oidcRequests.state, url.searchParams.get('state') ?? ''),
            eq(oidcRequests.browserHash, hashSecret(browserSecret)),
            gt(oidcRequests.expiresAtMs, now()),
          ),
        )
        .returning();
      if (!asked) throw new AppError('auth.failed', { detail: { reason: 'not a request of this browser' } });
      const tokens = await grant(client, url, asked);
      const claims = tokens.claims();
      if (!claims || tokens.id_token === undefined) throw new AppError('auth.failed', { detail: { reason: 'no id token' } });
      const userId = await findOrLinkUser(db, {
        issuer: claims.iss,
        subject: claims.sub,
        email: await verifiedEmail(client, claims, tokens.access_token),
        nowMs: now(),
      });
      if (userId === undefined) throw new AppError('auth.failed', { detail: { reason: 'no user has this identity', issuer: claims.iss } });
      return { userId, idToken: tokens.id_token, returnUrl: asked.returnUrl };
    },
    logoutUrl: async (idToken, returnUri) => {
      const client = await provider();
      if (client.serverMetadata().end_session_endpoint === undefined) return undefined;
      return oidc.buildEndSessionUrl(client, { id_token_hint: idToken, post_logout_redirect_uri: returnUri }).href;
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<oidc.Configuration> {
  const isPlain = new URL(issuer).protocol === 'http:';
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: 10,
    [oidc.customFetch]: providerFetch,
    // A signature counts also where the token came from the provider itself: plain http and proxies in between prove no origin.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
}

async function grant(client: oidc.Configuration, url: URL, asked: { codeVerifier: string; nonce: string; state: string }) {
  try {
    return await oidc.authorizationCodeGrant(client, url, {
      pkceCodeVerifier: asked.codeVerifier,
      expectedNonce: asked.nonce,
      expectedState: asked.state,
      idTokenExpected: true,
    });
  } catch (error) {
    const code = isProviderAway(error) ? 'auth.providerUnavailable' : 'auth.failed';
    throw new AppError(code, { cause: error, detail: { reason: error instanceof Error ? error.message : String(error) } });
  }
}

/** No answer in time, none at all, or one that is not of the protocol. */
function isProviderAway(error: unknown): boolean {
  const { code } = toAppError(error);
  const reason = error instanceof Error && 'code' in error ? error.code : undefined;
  return (
    code === 'service.unavailable' ||
    code === 'auth.providerUnavailable' ||
    reason === 'OAUTH_TIMEOUT' ||
    reason === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
  );
}

/** An address that the provider has not verified could be anybody's. Many providers put it into the user info and not into the token. */
async function verifiedEmail(client: oidc.Configuration, claims: oidc.IDToken, accessToken: string): Promise<string | undefined> {
  const hasUserInfo = client.serverMetadata().userinfo_endpoint !== undefined;
  const { email, email_verified } = claims.email === undefined && hasUserInfo ? await userInfo(client, accessToken, claims.sub) : claims;
  return email_verified === true && typeof email === 'string' ? email : undefined;
}

async function userInfo(client: oidc.Configuration, accessToken: string, subject: string): Promise<oidc.UserInfoResponse> {
  try {
    return await oidc.fetchUserInfo(client, accessToken, subject);
  } catch (error) {
    throw new AppError('auth.failed', { cause: error, detail: { reason: 'the user info was not given' } });
  }
}

interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  nowMs: number;
}

/** By the link made before; the first time by the verified address, which makes the link. Accounts are made by administrators only. */
async function findOrLinkUser(db: Db, { issuer, subject, email, nowMs }: Identity): Promise<UserId | undefined> {
  return db.transaction(async (tx) => {
    const [linked] = await tx
      .select({ id: users.id, disabledAtMs: users.disabledAtMs })
      .from(oidcLinks)
      .innerJoin(users, eq(users.id, oidcLinks.userId))
      .where(and(eq(oidcLinks.issuer, issuer), eq(oidcLinks.subject, subject)));
    if (linked) return linked.disabledAtMs === null ? linked.id : undefined;
    if (email === undefined) return undefined;
    const [known] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.disabledAtMs), eq(users.isDemo, false)));
    if (known) await tx.insert(oidcLinks).values({ issuer, subject, userId: known.id, createdAtMs: nowMs });
    return known?.id;
  });
}
