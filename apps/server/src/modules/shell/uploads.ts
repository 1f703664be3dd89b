import { refusedUpload, type Upload } from '../../http/upload.ts';

/** Kinds of image by how they begin. No SVG: it can carry scripts. */
const IMAGES: readonly [contentType: string, isIt: (content: Buffer) => boolean][] = [
  ['image/png', (content) => content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (content) => /^GIF8[79]a/.test(content.toString('latin1', 0, 6))],
  ['image/webp', (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'],
];

/** By the content and never by what the browser calls it. */
export function imageType({ content }: Upload): string {
  const found = IMAGES.find(([, isIt]) => isIt(content));
  if (!found) throw refusedUpload('Upload_Image_Unknown');
  return found[0];
}

/** Text in UTF-8, or in an older encoding without null bytes: which one is found out where the columns are. */
export function assertCsv({ content }: Upload): void {
  if (content.includes(0)) throw refusedUpload('Upload_Csv_NotText');
}
