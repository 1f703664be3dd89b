import type { NumberStyle, UnknownTable } from '../../../../signals/unknown-table.ts';

/** Looks at every number of the file: at night all of them may be 0. */
export async function findNumberStyle(
  table: Pick<UnknownTable, 'countNumberTexts'>,
  { columns, delimiter }: { columns: readonly string[]; delimiter: string },
): Promise<NumberStyle> {
  if (columns.length === 0) return { decimalComma: false, thousands: undefined };
  const counts = await table.countNumberTexts(columns);
  if (counts.groupedByPoint > 0) return { decimalComma: true, thousands: '.' };
  if (counts.groupedBySpace > 0) return { decimalComma: counts.commas > 0 && counts.points === 0, thousands: ' ' };
  if (counts.groupedByComma > 0) return { decimalComma: false, thousands: ',' };
  const onlyGroups = counts.commas === counts.commaThousands && (counts.points > 0 || delimiter === ',');
  if (counts.commas > 0 && onlyGroups) return { decimalComma: false, thousands: ',' };
  return { decimalComma: counts.commas > 0 && counts.points === 0, thousands: undefined };
}
