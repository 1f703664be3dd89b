import type { Verdict, VerdictRow } from './verdict.ts';
import type { SetReport } from './verify-set.ts';

const VERDICTS: readonly Verdict[] = ['match', 'within 5 %', 'differs', 'error', 'not applicable', 'not built yet'];

/** All reports as one table in Markdown, sets in the order of their names. */
export function writeReport(reports: readonly SetReport[], { date }: { date: string }): string {
  const rows = reports.flatMap(({ rows }) => rows);
  const sections = reports.flatMap((report) => ['', `## ${report.name}`, '', ...importLines(report), ...tableOf(report.rows)]);
  return `${[
    '# Validation',
    '',
    `Written by \`npm run verify\` on ${date}. Each data set is imported with the mapping that \`--guess\` writes and the corrections of the recipe, calculated by the product, and compared with its expected.json and with plain arithmetic on the file.`,
    '',
    'match: within the tolerance of the check; validated energy within 0.1 % of the file. within 5 %: a larger deviation of validated energy, shown in the import report. differs: outside the tolerance. error: validated energy deviates by more than 5 %, or the check could not be run. For a check with several values the largest deviation is shown.',
    '',
    ...countTable(reports),
    '',
    `Total: ${VERDICTS.map((verdict) => `${rows.filter((row) => row.verdict === verdict).length} ${verdict}`).join(', ')}.`,
    ...sections,
  ].join('\n')}\n`;
}

/** What a terminal shows of a set. */
export function describeReport({ name, rows, siteDays, seconds }: SetReport): string[] {
  const counts = VERDICTS.flatMap((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const computed = siteDays === 0 ? '' : `, ${siteDays} site-days computed in ${seconds.toFixed(1)} s`;
  return [
    `${name}: ${counts.join(', ') || 'no checks'}${computed}`,
    ...rows.map(
      ({ quantity, expected, ours, verdict, remarks }) =>
        `  ${verdict.padEnd(14)} ${quantity}: ${[...(ours ? [`${expected} → ${ours}`] : []), ...remarks].join('; ')}`,
    ),
  ];
}

function countTable(reports: readonly SetReport[]): string[] {
  return [
    `| set | ${VERDICTS.join(' | ')} |`,
    `|---|${VERDICTS.map(() => '---:|').join('')}`,
    ...reports.map(
      ({ name, rows }) =>
        `| ${name} | ${VERDICTS.map((verdict) => rows.filter((row) => row.verdict === verdict).length || '').join(' | ')} |`,
    ),
  ];
}

function importLines({ imports, siteDays, seconds }: SetReport): string[] {
  const lines = imports.flatMap(({ recipe, rows, points, events, doubts, corrections, printed }) => [
    `- ${recipe.file}: ${rows} rows, ${points} points${events > 0 ? `, ${events} events` : ''}; the guess marks ${doubts} uncertain ${doubts === 1 ? 'line' : 'lines'}${corrections.length > 0 ? ` and is wrong without a mark in: ${corrections.join('; ')}` : ''}`,
    ...printed.slice(1, -1).map((line) => `  - ${line.trim()}`),
  ]);
  return lines.length === 0 ? [] : [...lines, `- ${siteDays} site-days computed in ${Math.round(seconds)} s`, ''];
}

function tableOf(rows: readonly VerdictRow[]): string[] {
  return [
    '| quantity | unit | expected | ours | verdict | remarks |',
    '|---|---|---:|---:|---|---|',
    ...rows.map(
      ({ quantity, unit, expected, ours, verdict, remarks }) =>
        `| ${[quantity, unit, expected, ours, verdict, remarks.join('; ')].map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
    ),
  ];
}
