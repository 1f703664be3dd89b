import { columnDigits } from '@solvane/charts/options/value-scale';
import { TargetDots } from '@solvane/charts/target-dots';
import { budgetQueries, budgetSettings } from '@solvane/contract/widgets/budget';
import { decimalText, measuredNumberText } from '@solvane/i18n/number-text';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { useAddressOf } from '../../shared/routing/navigate-to.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { Drawings } from '../../shared/widgets/drawing.tsx';
import { metricText } from '../../shared/widgets/metric-text.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { useSiteChoice } from '../../shared/widgets/use-site-choice.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { useMonthChoice } from '../../workspace/use-month-choice.ts';
import { type BudgetLine, type BudgetPanel, type BudgetProps, budgetPanels, budgetTable, changeText } from './budget.ts';

/** More names do not fit below bars. */
const MOST_UPRIGHT = 12;

export const budgetWidget = defineWidget({
  settings: budgetSettings,
  catalogue: { name: 'Widget_Type_budget', about: 'Widget_About_budget' },
  size: { least: [4, 4], initial: [6, 7], phone: 8 },
  frame: 'panel',
  marks: ({ by }) => (by === 'site' ? 'sites' : undefined),
  title: () => 'Budget_Title',
  titleValues: ({ metrics }, _page, { intl }) => ({ metric: metrics.map((metric) => metricText(metric, intl)).join(' · ') }),
  queries: budgetQueries,
  View: BudgetView,
  charts: (props, text) => budgetPanels(props, text).flatMap((panel) => chartOf(props, panel, text)),
  table: budgetTable,
});

/** Metrics below each other in the height of the widget. */
function BudgetView(props: BudgetProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const chooseSite = useSiteChoice(props.page);
  const chooseMonth = useMonthChoice(props.data.actual.timezone);
  const { by } = props.settings;
  const choose = by === 'site' ? chooseSite : by === 'month' ? chooseMonth : undefined;
  const charts = budgetPanels(props, text).flatMap((panel) => chartOf(props, panel, text, choose));
  const hasBudget = budgetPanels(props, text).some(({ lines }) => lines.some(({ budget }) => budget !== null));
  if (charts.length === 0)
    return (
      <div className={widgetClasses.none}>
        <p>{formatMessage({ id: 'Widget_NoData' })}</p>
        <AddBudgets />
      </div>
    );
  return (
    <>
      <Drawings charts={charts} />
      {!hasBudget && <AddBudgets />}
    </>
  );
}

/** The way to what is missing, for those who may change it. */
function AddBudgets() {
  const { formatMessage } = useIntl();
  const addressOf = useAddressOf();
  const mayAdd = usePermission('EditMetadata');
  const mayRead = usePermission('ReadModelData');
  if (!mayAdd || !mayRead) return null;
  return (
    <p className={widgetClasses.none}>
      <Link to={addressOf('budgets')}>{formatMessage({ id: 'Budget_Add' })}</Link>
    </p>
  );
}

function chartOf(
  { settings }: BudgetProps,
  { metric, unit: own, lines }: BudgetPanel,
  { intl }: WidgetText,
  onChoose?: (id: string) => void,
): WidgetChart[] {
  const numbers = lines.flatMap(({ actual, budget }) => [actual, budget].flatMap((value) => value ?? []));
  if (numbers.length === 0) return [];
  const { unit, factor } = chosenUnit(own, settings.numberFormat) ?? displayUnit(own, Math.max(...numbers.map(Math.abs)));
  const scaled = (value: number | null) => (value === null ? null : value * factor);
  const name = ({ label, isRunning }: BudgetLine) => (isRunning ? intl.formatMessage({ id: 'Widget_ToDate' }, { period: label }) : label);
  const label = `${metricText(metric, intl)}, ${unit}`;
  if (settings.picture === 'bars')
    return [
      {
        label,
        build: (palette, { barOption }) =>
          barOption({
            ...{ palette, locale: intl.locale, unit },
            isHorizontal: settings.by !== 'month' && lines.length > MOST_UPRIGHT,
            categories: lines.map(name),
            series: [{ name: metricText(metric, intl), values: lines.map(({ actual }) => scaled(actual)) }],
            expected: lines.map(({ budget }) => scaled(budget)),
          }),
      },
    ];
  const number = (value: number | null) => measuredNumberText(scaled(value), intl.locale);
  const digits = columnDigits(Math.max(...numbers.map(Math.abs)) * factor);
  const inColumn = (value: number | null) =>
    value === null ? number(null) : `${decimalText(value * factor, { digits, locale: intl.locale })}\u2009${unit}`;
  const rows = lines.map((line) => ({
    id: line.id,
    label: name(line),
    value: scaled(line.actual),
    target: scaled(line.budget),
    text: inColumn(line.actual),
    change: changeText(line.vsBudget, intl) ?? '',
    description: intl.formatMessage(
      { id: line.budget === null ? 'Budget_Description_NoBudget' : 'Budget_Description' },
      { name: name(line), actual: number(line.actual), budget: number(line.budget), unit },
    ),
  }));
  return [
    {
      label,
      draw: (palette, size) => <TargetDots palette={palette} size={size} rows={rows} isCut={own === '%'} {...(onChoose && { onChoose })} />,
    },
  ];
}
