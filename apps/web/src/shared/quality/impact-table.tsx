import { IMPACT_FIGURES, type Impact, type ImpactFigure } from '@solvane/contract/quality-impact';
import { useIntl } from 'react-intl';
import { BeforeAfterTable } from '../configuration/before-after-table.tsx';

interface ImpactTableProps {
  title: string;
  before: Impact;
  after: Impact;
  isStale?: boolean;
}

/** Unit a figure is shown in, and what the stored value is divided by. */
const UNITS: Record<ImpactFigure, { unit: string; factor: number; digits: number }> = {
  insolation: { unit: 'kWh/m²', factor: 1, digits: 2 },
  energy: { unit: 'MWh', factor: 1_000, digits: 2 },
  expected: { unit: 'MWh', factor: 1_000, digits: 2 },
  lost: { unit: 'MWh', factor: 1_000, digits: 2 },
  unexplained: { unit: 'MWh', factor: 1_000, digits: 2 },
  pr: { unit: '%', factor: 1, digits: 2 },
  performanceIndex: { unit: '%', factor: 1, digits: 2 },
  timeAvailability: { unit: '%', factor: 1, digits: 2 },
  productionAvailability: { unit: '%', factor: 1, digits: 2 },
};

/** Points of the signal and figures of the site, as they are and as they would be. */
export function ImpactTable({ title, before, after, isStale = false }: ImpactTableProps) {
  const { formatMessage } = useIntl();
  const points = (['removed', 'estimated', 'withoutValue'] as const).flatMap((name) =>
    before.points && after.points
      ? [
          {
            id: name,
            label: formatMessage({ id: `Impact_Points_${name}` }),
            unit: '',
            before: before.points[name],
            after: after.points[name],
            digits: 0,
          },
        ]
      : [],
  );
  const figures = IMPACT_FIGURES.flatMap((name) => {
    const [was, becomes] = [before.figures[name], after.figures[name]];
    if (was === null && becomes === null) return [];
    const { unit, factor, digits } = UNITS[name];
    const label = formatMessage({ id: `Impact_Figure_${name}` });
    return [{ id: name, label, unit, before: scaled(was, factor), after: scaled(becomes, factor), digits }];
  });
  return <BeforeAfterTable title={title} figures={[...points, ...figures]} isStale={isStale} />;
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : value / factor;
}
