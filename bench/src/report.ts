import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Measurement } from './measure.ts';

const NUMBERS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Replaces one section of the benchmark page and leaves the others: a single benchmark can be run again by itself. */
export function writeSection({ file, title, measurements }: { file: string; title: string; measurements: readonly Measurement[] }): void {
  const [head, tail] = [`## ${title}\n`, `<!-- end of ${title} -->\n`];
  const section = [
    head,
    `Measured on ${machine()}, commit ${commit()}.\n`,
    '| measurement | value | goal | how |',
    '|---|---|---|---|',
    ...measurements.map(toRow),
    '',
    tail,
  ].join('\n');
  const page = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '# Benchmarks\n\nWritten by `npm run bench`. Results vary with the load of the machine: compare ratios within one run, not values of two runs.\n\n';
  const [from, to] = [page.indexOf(head), page.indexOf(tail)];
  writeFileSync(file, from >= 0 && to > from ? page.slice(0, from) + section + page.slice(to + tail.length) : `${page}${section}\n`);
}

export function toRow({ name, value, unit, goal, note = '' }: Measurement): string {
  const met = goal && (goal.direction === 'atMost' ? value <= goal.value : value >= goal.value);
  const promise = goal ? `${goal.direction === 'atMost' ? '≤' : '≥'} ${NUMBERS.format(goal.value)} ${unit}${met ? '' : ' **missed**'}` : '';
  return `| ${name} | ${NUMBERS.format(value)} ${unit} | ${promise} | ${note} |`;
}

function machine(): string {
  const processors = cpus();
  return `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`;
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}
