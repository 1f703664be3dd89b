import { textSettings } from '@solvane/contract/widgets/text';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { fillPlaceholders } from '@solvane/contract/widgets/widget-title';
import type { MessageKey } from '@solvane/i18n/messages';
import { lazy, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { defineWidget, type WidgetProps } from '../../shared/widgets/define-widget.ts';
import { pageTitleValues } from '../../shared/widgets/title-values.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';

type TextProps = WidgetProps<CommonSettings & { markdown: string }, Record<never, never>>;

const TITLE: MessageKey = 'Widget_Text';

// Few pages have a text: what reads Markdown comes with the first one.
const MarkdownText = lazy(async () => {
  const { Markdown, parseMarkdown } = await import('../../shared/markdown/markdown.tsx');
  return {
    default: function MarkdownText({ markdown, fill }: { markdown: string; fill: (text: string) => string }) {
      return <Markdown tokens={useMemo(() => parseMarkdown(markdown), [markdown])} fill={fill} />;
    },
  };
});

export const textWidget = defineWidget({
  settings: textSettings,
  catalogue: { name: 'Widget_Type_text', about: 'Widget_About_text' },
  size: { least: [2, 1], initial: [4, 3] },
  frame: 'panel',
  title: () => TITLE,
  queries: () => ({}),
  View: TextView,
  table: (props: TextProps, text) => ({
    columns: [{ id: 'text', header: text.intl.formatMessage({ id: 'Widget_Text' }) }],
    rows: linesOf(props, text).map((line, index) => ({ id: String(index), values: { text: line } })),
  }),
});

function TextView({ settings: { markdown }, page }: TextProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const values = useMemo(() => pageTitleValues(page, text), [page, text]);
  if (markdown.trim() === '') return <p className={widgetClasses.none}>{formatMessage({ id: 'Widget_Text_Empty' })}</p>;
  return <MarkdownText markdown={markdown} fill={(part) => fillPlaceholders(part, values)} />;
}

/** The text as it was written, with its placeholders filled in. */
function linesOf({ settings: { markdown }, page }: TextProps, text: WidgetText): string[] {
  return fillPlaceholders(markdown, pageTitleValues(page, text))
    .split('\n')
    .filter((line) => line.trim() !== '');
}
