import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import { AppError } from '@solvane/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Headers that keep other sites and injected text out. No inline script anywhere; styles are set inline by the component library. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}

/** Packs answers, and unpacks bodies that come packed; what claims to be packed and is not answers 400. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    requestEncodings: ['gzip', 'deflate', 'br'],
    threshold: 1_024,
    // Level 4 packs JSON four times as fast as the default 11 and ends within some percent of it.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // Level 3 takes half as long as the default 6 and ends within some percent of it.
    zlibOptions: { level: 3 },
    onUnsupportedRequestEncoding: () => new AppError('request.unsupportedType'),
    onInvalidRequestPayload: (_encoding, _request, cause) => new AppError('request.malformed', { cause }),
  });
}
