import { type CurveLine, curveOption } from '@solvane/charts/options/curve';
import type { KindPalette } from '@solvane/charts/options/kind-frame';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { KindChart } from '../../shared/charts/kind-chart.tsx';
import classes from './model-data.module.css';

interface CurvePictureProps {
  label: string;
  lines: readonly CurveLine[];
  /** Wind at the density of a curve, or as it was measured. */
  xTitle: string;
}

/** Power over wind speed. Who shows it has the same data as a table beside it. */
export function CurvePicture({ label, lines, xTitle }: CurvePictureProps) {
  const { formatMessage, locale } = useIntl();
  const title = formatMessage({ id: 'ModelData_Power_Axis' });
  const build = useCallback(
    (palette: KindPalette) => curveOption({ palette, locale, unit: 'kW', title, xTitle, lines: [...lines] }),
    [lines, locale, title, xTitle],
  );
  return (
    <div className={classes.picture}>
      <KindChart label={label} build={build} />
    </div>
  );
}
