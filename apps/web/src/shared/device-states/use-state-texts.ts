import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { DeviceState } from '@solvane/energy/events/device-state';
import { decimalText } from '@solvane/i18n/number-text';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { eventLabels } from '../events/use-event-labels.ts';
import { ageText } from '../time/age-text.ts';
import { peerShare } from './state-order.ts';

const THIN_SPACE = '\u2009';

export type StateTexts = ReturnType<typeof stateTexts>;

/** States of devices in words. */
export function useStateTexts(): StateTexts {
  const intl = useIntl();
  return useMemo(() => stateTexts(intl), [intl]);
}

/** The same outside of components. */
export function stateTexts(intl: Pick<ReturnType<typeof useIntl>, 'formatMessage' | 'formatTime' | 'messages' | 'locale'>) {
  const { formatMessage, formatTime, locale } = intl;
  const labels = eventLabels(intl);
  const state = (name: DeviceState): string => formatMessage({ id: `DeviceState_${name}` });
  const power = (powerKw: number | null): string => (powerKw === null ? '—' : `${short(powerKw, locale)}${THIN_SPACE}kW`);
  const percent = (share: number | null): string => decimalText(share === null ? null : share * 100, { digits: 0, locale });
  const duration = ({ sinceMs }: Pick<DeviceStateItem, 'sinceMs'>, nowMs: number): string =>
    sinceMs === null ? '—' : ageText(Math.max(0, nowMs - sinceMs), formatMessage);
  const cause = (event: { code: string; codeText: string } | null): string => {
    if (!event || event.code === '') return '';
    const known = labels.code(event.code);
    return known === event.code ? [event.code, event.codeText].filter(Boolean).join(' ') : known;
  };
  const reading = (value: DeviceStateItem['reading']): string => {
    if (!value) return '';
    const unit =
      { NacelleWindSpeed: 'm/s', WindSpeed: 'm/s', IrradiancePOA: 'W/m²', IrradianceGHI: 'W/m²', StateOfCharge: '%' }[value.apCode] ?? '';
    return `${short(value.value, locale)}${unit && `${THIN_SPACE}${unit}`}`;
  };
  return {
    state,
    power,
    percent,
    duration,
    cause,
    reading,
    /** Time of day in the zone of a site. */
    time: (atMs: number, timeZone: string): string => formatTime(atMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }),
    /** A device in one sentence, for those who listen. */
    sentence: (item: DeviceStateItem, nowMs: number): string => {
      const share = peerShare(item);
      const parts = [
        item.name,
        state(item.state),
        ...(item.sinceMs === null ? [] : [formatMessage({ id: 'DeviceState_For' }, { time: duration(item, nowMs) })]),
        ...(item.powerKw === null ? [] : [power(item.powerKw)]),
        ...(share === null ? [] : [formatMessage({ id: 'DeviceState_OfPeers' }, { percent: percent(share) })]),
        ...(item.event ? [cause(item.event)] : []),
      ];
      return parts.filter(Boolean).join(', ');
    },
  };
}

/** In a cell there is room for few digits, and a tenth is as fine as devices are compared. */
function short(value: number, locale: string): string {
  return decimalText(value, { digits: Math.abs(value) >= 100 ? 0 : 1, locale });
}
