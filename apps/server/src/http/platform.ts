import type { FeatureName } from '@solvane/contract/features';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BinaryResponse } from './binary-response.ts';
import type { Authenticate, Principal } from './caller.ts';
import type { FindSiteDirectory } from './scope.ts';

/** What every bound endpoint needs; the app provides it once. */
export interface HttpPlatform {
  authenticate: Authenticate;
  findSiteDirectory: FindSiteDirectory;
  isFeatureOn(feature: FeatureName): Promise<boolean>;
  /** False while the server starts or stops: endpoints that need it answer 503. */
  isReady(): boolean;
  /** Users reach the product over https only, whatever the last hop speaks. */
  isHttps: boolean;
  /** Every response is checked in full, not only the small ones. */
  strictResponses: boolean;
  /** Says that a person asked for something, not a screen by itself. */
  notePresence(): void;
  /** Refuses a caller who asks too often. */
  limitRate(request: FastifyRequest): Promise<{ isAllowed: boolean; retryAfterSeconds: number }>;
}

/** Whether cookies go to an https origin: what the request says, or what SOLVANE_URL says of all requests. */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.server.platform.isHttps;
}

export interface MountedEndpoint {
  method: string;
  path: string;
  /**
   * Runs the endpoint inside of a request to another one that only reads: with its own permission, feature, scope, input and response checks.
   *
   * @param input - body of the endpoint, or its query parameters where it is a GET
   * @returns the response as JSON, or in the binary form that the headers of the request ask for
   */
  runInside(request: FastifyRequest, reply: FastifyReply, input: unknown): Promise<string | BinaryResponse>;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: HttpPlatform;
    /** Every endpoint that is bound. */
    mountedEndpoints: MountedEndpoint[];
  }
  interface FastifyRequest {
    /** Who was recognised; undefined until then, and for anonymous calls. */
    principal: Principal | undefined;
  }
}
