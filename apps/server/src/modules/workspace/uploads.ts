import { AppError, type Issue } from '@solvane/contract/errors';
import type { FastifyRequest } from 'fastify';

export interface Upload {
  fileName: string;
  content: Buffer;
}

/** Kinds of image by how they begin. No SVG: it can carry scripts. */
const IMAGES: readonly [contentType: string, isIt: (content: Buffer) => boolean][] = [
  ['image/png', (content) => content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (content) => /^GIF8[79]a/.test(content.toString('latin1', 0, 6))],
  ['image/webp', (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'],
];

/**
 * The one file of a multipart body. A field `fileName` names it better than the part does.
 *
 * @throws AppError upload.failed, request.tooLarge, request.unsupportedType
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('request.unsupportedType');
  let upload: Upload | undefined;
  let named: string | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') upload = { fileName: part.filename, content: await part.toBuffer() };
      else if (part.fieldname === 'fileName' && typeof part.value === 'string') named = part.value;
    }
  } catch (error) {
    // What the parser itself says about limits is known; anything else is a body that is not what it claims to be.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError('upload.failed', { cause: error });
  }
  if (!upload || upload.content.length === 0) throw refused('Upload_File_Empty');
  return { ...upload, fileName: named ?? upload.fileName };
}

/** By the content and never by what the browser calls it. */
export function imageType({ content }: Upload): string {
  const found = IMAGES.find(([, isIt]) => isIt(content));
  if (!found) throw refused('Upload_Image_Unknown');
  return found[0];
}

/** Text in UTF-8, or in an older encoding without null bytes: which one is found out where the columns are. */
export function assertCsv({ content }: Upload): void {
  if (content.includes(0)) throw refused('Upload_Csv_NotText');
}

function refused(message: string): AppError {
  const issue: Issue = { level: 'error', path: ['file'], message };
  return new AppError('upload.failed', { issues: [issue] });
}
