import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/**
 * A zip archive written entry by entry, never held in memory. Sizes and sums are put into an entry's head when it ends, so that the archive is an
 * ordinary one that every reader knows.
 *
 * @see PKWARE APPNOTE 6.3.10: 4.3.7 local head, 4.3.12 directory, 4.3.16 end
 */
export interface ZipFile {
  /** @throws RangeError when the archive passes what its format holds */
  addEntry(name: string, texts: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Writes the directory and closes the file. */
  finish(): Promise<void>;
  /** Closes the file as it is. */
  abandon(): Promise<void>;
}

interface Entry {
  name: Buffer;
  crc: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

/** Of sizes and offsets; more needs an extension that office programs read badly. */
const LARGEST = 0xffff_ffff;
const LOCAL_HEAD_BYTES = 30;
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
const DEFLATED = 8;
/** 1980-01-01, the first day of the format: archives of the same content are the same. */
const DOS_DATE = 0x0021;

export async function createZipFile(path: string): Promise<ZipFile> {
  const file = await open(path, 'w');
  const entries: Entry[] = [];
  let position = 0;
  const append = async (bytes: Buffer): Promise<void> => {
    await file.write(bytes, 0, bytes.length, position);
    position += bytes.length;
    if (position > LARGEST) throw new RangeError('The archive is larger than its format can hold');
  };
  return {
    addEntry: async (name, texts) => {
      const entry: Entry = { name: Buffer.from(name), crc: 0, packedBytes: 0, bytes: 0, offset: position };
      await append(localHead(entry));
      const begin = position;
      for await (const packed of deflate(texts, entry)) await append(packed);
      if (entry.bytes > LARGEST) throw new RangeError(`${name} is larger than the format can hold`);
      entry.packedBytes = position - begin;
      await writeAt(file, localHead(entry), entry.offset);
      entries.push(entry);
    },
    finish: async () => {
      const start = position;
      for (const entry of entries) await append(directoryHead(entry));
      await append(endOf(entries.length, { start, bytes: position - start }));
      await file.close();
    },
    abandon: () => file.close(),
  };
}

async function* deflate(texts: AsyncIterable<string> | Iterable<string>, entry: Entry): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 6 });
  const feed = async (): Promise<void> => {
    for await (const text of texts) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.bytes += bytes.length;
      if (!packer.write(bytes)) await new Promise((resolve) => packer.once('drain', resolve));
    }
    packer.end();
  };
  feed().catch((error: unknown) => packer.destroy(error instanceof Error ? error : new Error(String(error))));
  yield* packer as AsyncIterable<Buffer>;
}

async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  await file.write(bytes, 0, bytes.length, position);
}

function localHead({ name, crc, packedBytes, bytes }: Entry): Buffer {
  const head = Buffer.alloc(LOCAL_HEAD_BYTES);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(VERSION, 4);
  writeContent(head, 6, { crc, packedBytes, bytes, nameBytes: name.length });
  return Buffer.concat([head, name]);
}

function directoryHead({ name, crc, packedBytes, bytes, offset }: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  writeContent(head, 8, { crc, packedBytes, bytes, nameBytes: name.length });
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

/** What both heads say of an entry's content. */
function writeContent(
  head: Buffer,
  at: number,
  { crc, packedBytes, bytes, nameBytes }: { crc: number; packedBytes: number; bytes: number; nameBytes: number },
): void {
  head.writeUInt16LE(NAMES_ARE_UTF8, at);
  head.writeUInt16LE(DEFLATED, at + 2);
  head.writeUInt16LE(DOS_DATE, at + 6);
  head.writeUInt32LE(crc, at + 8);
  head.writeUInt32LE(packedBytes, at + 12);
  head.writeUInt32LE(bytes, at + 16);
  head.writeUInt16LE(nameBytes, at + 20);
}

function endOf(count: number, { start, bytes }: { start: number; bytes: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(start, 16);
  return end;
}
