import type { FeatureName } from '@solvane/contract/features';
import type { FastifyRequest } from 'fastify';
import type { Authenticate, Principal } from './caller.ts';
import type { FindSiteDirectory } from './scope.ts';

/** What every bound endpoint needs; the app provides it once. */
export interface HttpPlatform {
  authenticate: Authenticate;
  findSiteDirectory: FindSiteDirectory;
  isFeatureOn(feature: FeatureName): Promise<boolean>;
  /** False while the server starts or stops: endpoints that need it answer 503. */
  isReady(): boolean;
  /** Every response is checked in full, not only the small ones. */
  strictResponses: boolean;
  /** Says that a person asked for something, not a screen by itself. */
  notePresence(): void;
  /** Refuses a caller who asks too often. */
  limitRate(request: FastifyRequest): Promise<{ isAllowed: boolean; retryAfterSeconds: number }>;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: HttpPlatform;
    /** Method and path of every endpoint that is bound. */
    mountedEndpoints: { method: string; path: string }[];
  }
  interface FastifyRequest {
    /** Who was recognised; undefined until then, and for anonymous calls. */
    principal: Principal | undefined;
  }
}
