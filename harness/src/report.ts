import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { CheckResult } from './result.ts';

const HEAD = `# Reliability

Written by \`npm run harness\`: attacks on the running product and their results. \`npm run harness -- faults --seed 7 --loops 1\` repeats one case.

`;

interface Section {
  file: string;
  title: string;
  isLong: boolean;
  results: readonly CheckResult[];
}

/** Replaces the section of one part and leaves the others: a part can run by itself. */
export function writeSection({ file, title, isLong, results }: Section): void {
  const [head, tail] = [`## ${title}\n`, `<!-- end of ${title} -->\n`];
  const section = [
    head,
    `${isLong ? 'Long' : 'Short'} form, ${new Date().toISOString().slice(0, 10)}, commit ${commit()}, ${machine()}.\n`,
    '| check | cases | failures | seconds |',
    '|---|---|---|---|',
    ...results.map(toRow),
    '',
    ...results.flatMap(listFailures),
    tail,
  ].join('\n');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : HEAD;
  const [from, to] = [page.indexOf(head), page.indexOf(tail)];
  writeFileSync(file, from >= 0 && to > from ? page.slice(0, from) + section + page.slice(to + tail.length) : `${page}${section}\n`);
}

/** One line of the table, on screen and on the page. */
export function toRow({ name, cases, failures, seconds, skipped }: CheckResult): string {
  if (skipped !== undefined) return `| ${name} | skipped: ${skipped} | | |`;
  return `| ${name} | ${cases} | ${failures.length === 0 ? '0' : `**${failures.length}**`} | ${Math.round(seconds)} |`;
}

function listFailures({ name, failures }: CheckResult): string[] {
  if (failures.length === 0) return [];
  return [...failures.map(({ seed, message }) => `- ${name}, seed ${seed}: ${message.split('\n')[0]}`), ''];
}

function machine(): string {
  const processors = cpus();
  return `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`;
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}
