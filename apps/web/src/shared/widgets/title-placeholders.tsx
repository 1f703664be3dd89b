import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings, StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { TITLE_PLACEHOLDERS } from '@solvane/contract/widgets/widget-title';
import { useIntl } from 'react-intl';
import type { AnyWidget } from './define-widget.ts';
import { ownPage } from './own-page.ts';
import { pageTitleValues } from './title-values.ts';
import { useWidgetText } from './use-widget-text.ts';
import classes from './widget-form.module.css';

interface TitlePlaceholdersProps {
  definition: AnyWidget;
  stored: StoredWidget;
  page: WidgetPage;
}

/** Placeholders of a title with their present values. */
export function TitlePlaceholders({ definition, stored, page }: TitlePlaceholdersProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const read = definition.settings.read(stored);
  const settings: CommonSettings | null = read.status === 'complete' ? read.settings : null;
  const own = settings ? ownPage(page, settings, definition.marks?.(settings)) : page;
  const values = { ...pageTitleValues(own, text), ...(settings && definition.titleValues?.(settings, own, text)) };
  return (
    <details className={classes.placeholders}>
      <summary>{formatMessage({ id: 'Widget_Title_Placeholders' })}</summary>
      <dl>
        {TITLE_PLACEHOLDERS.map((name) => (
          <div key={name}>
            <dt>{`{${name}}`}</dt>
            <dd>{values[name] || '—'}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
