import type { ChartImageRequest } from '@solvane/charts/chart-image';
import { toCsv } from '@solvane/contract/csv-text';
import { saveFile } from '../files/save-file.ts';
import type { WidgetChart } from './define-widget.ts';
import { drawableCharts } from './drawable-charts.ts';
import { exportRows, type WidgetTable } from './widget-table.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'png' | 'svg';

export interface WidgetExport {
  title: string;
  /** Which period, up to when there are data. */
  subtitle: string;
  /** First and last local date of the period. */
  dates: string;
  zone: string;
  /** Head of the column of reasons. */
  reason: string;
  table: () => WidgetTable;
  charts: () => readonly WidgetChart[];
  /** Lines over time; undefined: it has charts of other kinds. */
  timeChart: () => Omit<ChartImageRequest, 'title' | 'subtitle'> | undefined;
}

/** Hands the data or the picture of a widget to the downloads of the browser. */
export async function exportWidget(format: ExportFormat, request: WidgetExport): Promise<void> {
  saveFile(await fileOf(format, request), `${request.title} ${request.dates}.${format}`.replaceAll(/[\\/:*?"<>|]/g, '-'));
}

async function fileOf(format: ExportFormat, { title, subtitle, table, charts, timeChart, ...how }: WidgetExport): Promise<Blob> {
  if (format === 'csv') return new Blob([toCsv(exportRows(table(), how))], { type: 'text/csv' });
  if (format === 'xlsx') {
    const { default: writeXlsxFile } = await import('write-excel-file/browser');
    return writeXlsxFile(exportRows(table(), how).map((row) => row.map((value) => (value === null ? null : { value })))).toBlob();
  }
  const lines = timeChart();
  if (lines) {
    const { chartImage, chartSvgImage } = await import('@solvane/charts/chart-image');
    const image = { ...lines, title, subtitle };
    return format === 'png' ? chartImage(image) : new Blob([chartSvgImage(image)], { type: 'image/svg+xml' });
  }
  const { kindPng, kindSvg } = await import('@solvane/charts/kind-image');
  const image = { title, subtitle, charts: drawableCharts(charts()), mark: 'Solvane' };
  return format === 'png' ? kindPng(image) : new Blob([kindSvg(image)], { type: 'image/svg+xml' });
}
