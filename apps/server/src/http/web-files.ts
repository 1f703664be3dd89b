import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@solvane/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recognise, unrecognized } from './mount.ts';

/** Paths that are never an address of the web app. */
const SERVER_PATHS = /^\/(api|account)(\/|$)/;
/** Files lie beside the page or among its assets; addresses may have dots too. */
const FILE_PATHS = /^\/assets\/|^\/[^/]*\.\w+$/;

/**
 * The built web app: files with a hash in their name are kept for ever, the page itself is asked for every time. Every other address of a browser
 * is one of the app's own; unknown server paths answer 404 in the catalogue's shape.
 */
export async function registerWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      allowedPath: isForBrowsers,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets'));
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !SERVER_PATHS.test(path) && !FILE_PATHS.test(path);
    if (isBuilt && isPage) return reply.sendFile('index.html');
    if (SERVER_PATHS.test(path)) await answerUnknownPath(app, path, request, reply);
    throw new AppError('resource.notFound');
  });
}

/** What the build leaves for tools stays here: its manifest, source maps. */
function isForBrowsers(path: string): boolean {
  return !/(^|\/)\.|\.map(\.(br|gz))?$/.test(path);
}

/** An unknown path does not reveal which paths exist: anonymous callers are asked to sign in, as everywhere under /api. */
async function answerUnknownPath(app: FastifyInstance, path: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!app.platform.isReady()) throw new AppError('service.unavailable');
  const principal = await recognise(app, request, { reply, background: true });
  if (!principal) throw unrecognized(request);
  const methods = app.mountedEndpoints.filter((endpoint) => matches(endpoint.path, path)).map(({ method }) => method);
  if (methods.length > 0) throw new AppError('request.methodNotAllowed', { detail: { allow: [...new Set(methods)].join(', ') } });
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}
