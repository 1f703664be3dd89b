import type { SegmentId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { editableSettings, type StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { signalDefinitionsQuery } from '../signals/definitions.queries.ts';
import { useSignalName } from '../signals/use-signal-name.ts';
import type { AnyWidget } from './define-widget.ts';
import { ownPage } from './own-page.ts';

interface ChoicesRequest {
  definition: AnyWidget;
  stored: StoredWidget;
  page: WidgetPage;
}

const NONE: readonly SegmentId[] = [];

/** Signals that the devices of a widget have, and those that it names already. Empty for widgets without signals. */
export function useSignalChoices({ definition, stored, page }: ChoicesRequest): { value: string; label: string }[] {
  const { locale } = useIntl();
  const nameOf = useSignalName();
  const names = definition.settings.form.filter(({ isSignals }) => isSignals);
  const hasSignals = names.length > 0;
  const segmentIds = useMemo(() => {
    if (!hasSignals) return NONE;
    const settings = editableSettings(stored.settings);
    const devices = devicesAt(ownPage(page, settings), settings.level) ?? devicesAt(page, 'sites') ?? [];
    return devices.slice(0, LIMITS.selectedDevices).map(({ segmentId }) => segmentId);
  }, [hasSignals, page, stored]);
  const { data = [] } = useQuery(signalDefinitionsQuery(segmentIds));
  return useMemo(() => {
    if (!hasSignals) return [];
    const named = names.flatMap(({ name }) => {
      const value = stored.settings[name];
      return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
    });
    const ids = new Set([...named, ...data.map(({ signalId }) => signalId as string)]);
    return [...ids].map((value) => ({ value, label: nameOf(value) })).toSorted((a, b) => a.label.localeCompare(b.label, locale));
  }, [hasSignals, names, stored, data, nameOf, locale]);
}
