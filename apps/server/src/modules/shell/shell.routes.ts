import { formEndpoints } from '@solvane/contract/forms';
import type { FileId } from '@solvane/contract/ids';
import { legacyToolEndpoints } from '@solvane/contract/legacy-tools';
import { favoriteEndpoints, fileEndpoints, sharedUrlEndpoints } from '@solvane/contract/shell';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { readUpload } from '../../http/upload.ts';
import { addFavorites, listFavorites, removeFavorites } from './favorites.ts';
import { openFile, openImage, storeFile } from './files.ts';
import { getForm } from './forms.ts';
import { readLegacyMenu, saveLegacyTargets } from './legacy-tools.ts';
import { createSharedUrl, readSharedUrl } from './shared-urls.ts';
import { assertCsv, imageType } from './uploads.ts';

export interface ShellDeps extends Pick<Deps, 'db' | 'now'> {
  /** Whether an image is part of something else that the caller may see. */
  showsImage: (caller: Caller, fileId: FileId) => Promise<boolean>;
}

export function shellRoutes(app: FastifyInstance, { db, now, showsImage }: ShellDeps): void {
  mount(app, favoriteEndpoints.list, async ({ caller }) => ({ items: await listFavorites(db, caller) }));
  mount(app, favoriteEndpoints.add, async ({ caller, body }) => ({ items: await addFavorites(db, caller, body.items, now()) }));
  mount(app, favoriteEndpoints.remove, async ({ caller, body }) => ({ items: await removeFavorites(db, caller, body.items) }));

  mount(app, sharedUrlEndpoints.create, ({ caller, body }) => createSharedUrl(db, caller, body, now()));
  mount(app, sharedUrlEndpoints.get, ({ caller, params }) => readSharedUrl(db, caller, params.shortId));

  mount(app, formEndpoints.get, ({ caller, params }) => getForm(caller, params.formName));

  mount(app, legacyToolEndpoints.list, ({ caller }) => readLegacyMenu(db, caller));
  mount(app, legacyToolEndpoints.save, ({ caller, body }) => saveLegacyTargets(db, caller, body.targets, now()));

  mount(app, fileEndpoints.uploadImage, async ({ caller, request }) => {
    const upload = await readUpload(request);
    const file = {
      userId: caller.userId,
      purpose: 'image',
      fileName: upload.fileName,
      contentType: imageType(upload),
      expiresAtMs: null,
    } as const;
    return storeFile(db, file, [upload.content], now());
  });
  mount(app, fileEndpoints.uploadCsv, async ({ caller, request }) => {
    const upload = await readUpload(request);
    assertCsv(upload);
    const file = { userId: caller.userId, purpose: 'csv', fileName: upload.fileName, contentType: 'text/csv', expiresAtMs: null } as const;
    return storeFile(db, file, [upload.content], now());
  });
  mount(app, fileEndpoints.download, async ({ caller, params, reply }) => {
    const { fileId } = params;
    const { fileName, contentType, bytes, content } = (await showsImage(caller, fileId))
      ? await openImage(db, fileId)
      : await openFile(db, caller, fileId, now());
    return reply
      .type(contentType)
      .header('content-length', bytes)
      .header(
        'content-disposition',
        `${contentType.startsWith('image/') ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      )
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-cache')
      .send(content);
  });
}
