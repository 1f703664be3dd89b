import type { ChosenMark } from '@solvane/charts/options/chosen-mark';
import type { KindOption, KindPalette } from '@solvane/charts/options/kind-frame';
import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { SvgChartProps } from '@solvane/charts/svg-chart';
import type { PermissionName } from '@solvane/contract/permissions';
import type { WidgetQueryKind } from '@solvane/contract/widgets/widget-data';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { WidgetQuery, WidgetResult } from '@solvane/contract/widgets/widget-queries';
import type { CommonSettings, WidgetSettings } from '@solvane/contract/widgets/widget-settings';
import type { TitleValues } from '@solvane/contract/widgets/widget-title';
import type { MessageKey } from '@solvane/i18n/messages';
import type { ComponentType } from 'react';
import type { WidgetState } from './widget-state.ts';
import type { WidgetTable, WidgetText } from './widget-table.ts';
import type { WidgetChoice, WidgetSelection } from './widget-target.ts';

/** Queries by name; null requests nothing yet. */
export type WidgetQueries = Readonly<Record<string, WidgetQuery | null>>;

type ResultOf<Q> = NonNullable<Q> extends { kind: infer K extends WidgetQueryKind } ? WidgetResult<K> : never;
type ResultsOf<Queries> = { readonly [Name in keyof Queries]: ResultOf<Queries[Name]> };

export interface WidgetProps<Settings, Queries = unknown, Optional = unknown> {
  settings: Settings;
  page: WidgetPage;
  /** Results by the names of their queries. */
  data: ResultsOf<Queries> & Partial<ResultsOf<Optional>>;
}

/** What rows or marks of a widget stand for where they can be chosen: it keeps the others while one is chosen. undefined: nothing */
export type FocusMarks = 'sites' | 'devices' | undefined;

export type ChartKinds = typeof import('@solvane/charts/options/kinds').CHART_KINDS;

/** A picture, on screen and in exports: of ECharts, or a drawing of its own. */
export interface WidgetChart {
  /** What it shows, in a sentence: also its head where there are several. */
  label: string;
  /** @param kinds - the builders: who draws brings them, so that they load with the first chart */
  build?: (palette: KindPalette, kinds: ChartKinds) => KindOption;
  /** Elements of an SVG of this size, where `build` is absent. */
  draw?: SvgChartProps['draw'];
  /** What is chosen with the mark of `build` at a position of the data: a site or device for the whole page, a period, or a screen. Absent: marks are not chosen */
  choose?: (index: number, mark: ChosenMark) => WidgetChoice | undefined;
}

export interface WidgetDefinition<Settings extends CommonSettings, Queries extends WidgetQueries, Optional extends WidgetQueries> {
  settings: WidgetSettings<Settings>;
  /** In the list of what can be added: name, and what it shows in one sentence. */
  catalogue: { name: MessageKey; about: MessageKey };
  /** Columns and rows: the least it can be drawn in, and of a new one. */
  size: {
    least: readonly [number, number];
    initial: readonly [number, number];
    /** Rows of a picture on a phone. Absent: as high as its content */
    phone?: number;
  };
  /** What Data Studio and the event log show of the same data. Absent: they show nothing of it. */
  selection?: (settings: Settings, page: WidgetPage) => WidgetSelection;
  /** What a user chooses in it for the whole page. Absent: nothing */
  marks?: (settings: Settings) => FocusMarks;
  /** Without it the widget is left out; it may depend on the settings. */
  permission?: PermissionName | ((settings: Settings) => PermissionName | undefined);
  /** `panel` has a head of its own, `bare` has none; `metric` is a cell, and cells side by side form one strip. */
  frame: 'panel' | 'bare' | 'metric';
  /** Whether the default title names a period of the widget's own: it is not repeated beside it. */
  namesPeriod?: (settings: Settings) => boolean;
  /** Default title. */
  title: (settings: Settings) => MessageKey;
  /** Values in the default title, and of placeholders that only the widget knows. */
  titleValues?: (settings: Settings, page: WidgetPage, text: WidgetText) => TitleValues & { month?: string };
  /** The widget is drawn when all of these are there. */
  queries: (settings: Settings, page: WidgetPage) => Queries;
  /** It is drawn without these while they load or where they fail. */
  optionalQueries?: (settings: Settings, page: WidgetPage) => Optional;
  /** The picture. Absent: its charts one below the other. */
  View?: ComponentType<WidgetProps<Settings, Queries, Optional>>;
  /** The view is a table already: there is nothing to switch to. */
  isTable?: boolean;
  /** Text in place of charts where there are none. Default: no data in the period. */
  empty?: MessageKey | ((props: WidgetProps<Settings, Queries, Optional>, text: WidgetText) => string);
  /** Pictures for the kinds of `packages/charts/options`. None: there is nothing to draw. */
  charts?: (props: WidgetProps<Settings, Queries, Optional>, text: WidgetText) => readonly WidgetChart[];
  /** Lines that its view draws over time, for pictures that leave the page. */
  timePlots?: (props: WidgetProps<Settings, Queries, Optional>, text: WidgetText) => readonly TimeSeriesPlot[];
  /** What data lack, as far as the data themselves show it. */
  state?: (props: WidgetProps<Settings, Queries, Optional>) => WidgetState;
  /** Beside the title: what order, what a mark means, where there is more. */
  Head?: ComponentType<WidgetProps<Settings, Queries, Optional>>;
  /** The same data as a table: its twin on screen, the source of its exports, and what tests read. */
  table: (props: WidgetProps<Settings, Queries, Optional>, text: WidgetText) => WidgetTable;
}

// biome-ignore lint/suspicious/noExplicitAny: each definition agrees with itself, which no common type can state
type Any = any;

/** What the host knows of a widget: settings and results come from the definition itself. */
export interface AnyWidget extends Omit<WidgetDefinition<Any, Any, Any>, 'View' | 'Head'> {
  View?: ComponentType<Any>;
  Head?: ComponentType<Any>;
}

/** Types of widgets that load when something draws them. */
export type WidgetLibrary = Readonly<Record<string, () => Promise<AnyWidget>>>;

/** Types of widgets that are loaded. */
export type WidgetRegistry = Readonly<Record<string, AnyWidget | undefined>>;

/** Identity with types: one declaration per type of widget. */
export function defineWidget<
  Settings extends CommonSettings,
  Queries extends WidgetQueries,
  Optional extends WidgetQueries = Record<never, never>,
>(definition: WidgetDefinition<Settings, Queries, Optional>): WidgetDefinition<Settings, Queries, Optional> {
  return definition;
}
