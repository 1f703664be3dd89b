const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LONGEST_COMMENT = 65_535;

/** What the directory of a ZIP file says its parts are long when they are unpacked, together. 0: it has no directory. */
export function unpackedBytes(file: Uint8Array): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let end = file.byteLength - END_BYTES;
  const firstEnd = Math.max(0, end - LONGEST_COMMENT);
  while (end >= firstEnd && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  if (end < firstEnd) return 0;
  let total = 0;
  for (let at = view.getUint32(end + 16, true); at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY; ) {
    total += view.getUint32(at + 24, true);
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}
