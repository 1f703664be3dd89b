import { uploadEndpoints } from '@solvane/contract/uploads/uploads';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { readUpload } from '../../http/upload.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import { openFile } from '../shell/files.ts';
import { findingsFile } from './findings-file.ts';
import { createTemplate } from './template.ts';
import { cancelUpload, confirmUpload, createUpload, revertUpload } from './uploads.commands.ts';
import { getUpload, getUploadRecord, listFindings, listRows, searchUploads } from './uploads.queries.ts';

export function uploadRoutes(app: FastifyInstance, deps: Deps & ConfigureDeps): void {
  const { db, now } = deps;
  mount(app, uploadEndpoints.template, async ({ caller, body, reply }) => sendFile(reply, await createTemplate(deps, caller, body)));
  mount(app, uploadEndpoints.create, async ({ caller, query, request }) =>
    createUpload(deps, caller, { kind: query.kind, file: await readUpload(request) }),
  );
  mount(app, uploadEndpoints.get, ({ caller, body }) => getUpload(db, caller, body.id));
  mount(app, uploadEndpoints.search, ({ caller, body }) => searchUploads(db, caller, body));
  mount(app, uploadEndpoints.findings, async ({ caller, body }) => ({ items: await listFindings(db, caller, body.id) }));
  mount(app, uploadEndpoints.rows, ({ caller, body }) => listRows(db, caller, body));
  mount(app, uploadEndpoints.findingsFile, async ({ caller, body, reply }) => sendFile(reply, await findingsFile(db, caller, body)));
  mount(app, uploadEndpoints.file, async ({ caller, query, reply }) => {
    const { fileId, userId } = await getUploadRecord(db, caller, query.id);
    return sendFile(reply, await openFile(db, { userId }, fileId, now()));
  });
  mount(app, uploadEndpoints.confirm, ({ caller, body }) => confirmUpload(deps, caller, body.id));
  mount(app, uploadEndpoints.cancel, ({ caller, body }) => cancelUpload(deps, caller, body.id));
  mount(app, uploadEndpoints.revert, ({ caller, body }) => revertUpload(deps, caller, body.id));
}

function sendFile(
  reply: FastifyReply,
  { fileName, contentType, content }: { fileName: string; contentType: string; content: unknown },
): FastifyReply {
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .send(content);
}
