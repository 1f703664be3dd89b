/** Bytes that a broken gateway, a wrong setting or an attacker makes of a good body. */
export function mutate(bytes: Buffer, random: () => number): Buffer {
  const mutation = MUTATIONS[Math.floor(random() * MUTATIONS.length)];
  return mutation ? mutation(bytes, random) : bytes;
}

type Mutation = (bytes: Buffer, random: () => number) => Buffer;

const HUGE = ['1e309', '-1e309', '9'.repeat(400), 'NaN', '-Infinity', '0x1F', '1e-400', '-0', '00012', '9007199254740993'];
const TEXTS = ['=1+2', '+cmd|x', '-2+3', '@SUM(A1)', '\u0000', '\u202e', '\ud800', '"', "'", '\\', '\r', '../..', '%00', '{{7*7}}'];

const MUTATIONS: readonly Mutation[] = [
  flipBits,
  (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  (bytes, random) => bytes.subarray(Math.floor(random() * bytes.length)),
  doublePart,
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => Buffer.concat([Buffer.from('\uFEFF'), bytes]),
  (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString(), 'utf16le')]),
  (bytes) => Buffer.from(`å${bytes.toString()}é`, 'latin1'),
  (bytes, random) => insert(bytes, Buffer.alloc(1 + Math.floor(random() * 20)), random),
  (bytes, random) => insert(bytes, randomBytes(random, 1 + Math.floor(random() * 64)), random),
  (bytes, random) => replaceNumber(bytes, choose(HUGE, random), random),
  (bytes, random) => replaceNumber(bytes, JSON.stringify(choose(TEXTS, random)), random),
  (bytes, random) => insert(bytes, Buffer.from(choose(TEXTS, random)), random),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r'), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(',', ';'), 'latin1'),
];

export function choose<T>(values: readonly [T, ...T[]] | readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T;
}

export function randomBytes(random: () => number, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
}

function flipBits(bytes: Buffer, random: () => number): Buffer {
  const flipped = Buffer.from(bytes);
  for (let flips = 1 + Math.floor(random() * 8); flips > 0 && flipped.length > 0; flips -= 1) {
    const at = Math.floor(random() * flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return flipped;
}

function doublePart(bytes: Buffer, random: () => number): Buffer {
  const from = Math.floor(random() * bytes.length);
  const to = from + Math.floor(random() * (bytes.length - from));
  return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
}

function insert(bytes: Buffer, part: Buffer, random: () => number): Buffer {
  const at = Math.floor(random() * (bytes.length + 1));
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
}

/** One of the numbers of a text. */
function replaceNumber(bytes: Buffer, by: string, random: () => number): Buffer {
  const text = bytes.toString('latin1');
  const numbers = [...text.matchAll(/\d[\d.]*/g)];
  if (numbers.length === 0) return bytes;
  const found = choose(numbers, random);
  return Buffer.from(text.slice(0, found.index) + by + text.slice(found.index + found[0].length), 'latin1');
}
