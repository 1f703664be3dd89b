import { refusedUpload, type Upload } from '../../http/upload.ts';

/** Kinds of image by how they begin. */
const IMAGES: readonly [contentType: string, isIt: (content: Buffer) => boolean][] = [
  ['image/png', (content) => content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (content) => /^GIF8[79]a/.test(content.toString('latin1', 0, 6))],
  ['image/webp', (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'],
];

/** Anything in a drawing that runs, or that loads something from elsewhere. Comments and entities could hide it. */
const ACTIVE_SVG =
  /<!(?!--)|<\?xml-stylesheet|<\s*(?:script|foreignObject|iframe|embed|object|handler|listener)\b|\son\w+\s*=|javascript:|attributeName\s*=\s*["']?\s*(?:xlink:)?href|(?:href|src)\s*=\s*["']?\s*(?!#|data:image\/(?:png|jpeg|gif|webp))[^\s"'>]|@import|url\(\s*["']?\s*(?!#|data:image\/(?:png|jpeg|gif|webp))[^)]/i;

/** By the content and never by what the browser calls it. */
export function imageType({ content }: Upload): string {
  const found = IMAGES.find(([, isIt]) => isIt(content));
  if (!found && isSvg(content)) return 'image/svg+xml';
  if (!found) throw refusedUpload('Upload_Image_Unknown');
  return found[0];
}

/** Text in UTF-8, or in an older encoding without null bytes: which one is found out where the columns are. */
export function assertCsv({ content }: Upload): void {
  if (content.includes(0)) throw refusedUpload('Upload_Csv_NotText');
}

/** @throws AppError upload.failed for a drawing with scripts or references */
function isSvg(content: Buffer): boolean {
  const text = content.toString('utf8');
  const body = text.replace(/^\uFEFF?\s*(?:<\?xml\s[^>]*\?>\s*)?(?:<!--(?:(?!--)[\s\S])*-->\s*)*/, '');
  if (!/^<svg[\s>]/i.test(body)) return false;
  if (content.includes(0) || ACTIVE_SVG.test(body)) throw refusedUpload('Upload_Image_Active');
  return true;
}
