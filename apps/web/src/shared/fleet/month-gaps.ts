import type { FleetResult } from '@solvane/contract/site-results';
import type { useIntl } from 'react-intl';
import type { MonthGaps } from './fleet-month.ts';
import { difference, energyText } from './fleet-text.ts';

type Intl = Pick<ReturnType<typeof useIntl>, 'formatMessage' | 'locale'>;

/** "4 of 6 devices" where a sum lacks some. */
export function devicesText(
  devices: { known: number; count: number } | null,
  { formatMessage }: Pick<Intl, 'formatMessage'>,
): string | null {
  return isIncomplete(devices) ? formatMessage({ id: 'Home_DevicesOf' }, devices) : null;
}

/** Beside a sum: the devices it lacks, else the intervals, else that meters disagree. null: nothing is to say */
export function gapsNote(gaps: MonthGaps, intl: Intl): string | null {
  if (!hasGaps(gaps)) return null;
  const devices = devicesText(gaps.devices, intl);
  if (devices !== null) return devices;
  const count = gaps.noDataIntervals;
  if (count > 0) return intl.formatMessage({ id: 'EventLosses_LeftOut' }, { count });
  return intl.formatMessage({ id: 'Home_Gaps_Electrical' }, { count: gaps.electrical.length });
}

/** Whether {@link gapsNote} has something to say. */
export function hasGaps({ devices, noDataIntervals, electrical }: MonthGaps): boolean {
  return isIncomplete(devices) || noDataIntervals > 0 || electrical.length > 0;
}

export function isIncomplete(devices: { known: number; count: number } | null): devices is { known: number; count: number } {
  return devices !== null && devices.known < devices.count;
}

/** All that is to say about what a sum is without, and where its energy was read. undefined: nothing */
export function gapsTitle(gaps: MonthGaps, intl: Intl): string | undefined {
  const { formatMessage, locale } = intl;
  const { noDataIntervals, withoutExpectationIntervals, unmeteredSites, electrical } = gaps;
  const sentences = [
    devicesText(gaps.devices, intl),
    noDataIntervals > 0
      ? formatMessage({ id: 'Home_Gaps_NoData' }, { count: noDataIntervals, energy: energyText(gaps.noDataKwh, locale) })
      : null,
    withoutExpectationIntervals > 0
      ? formatMessage(
          { id: 'Home_Gaps_WithoutExpectation' },
          { count: withoutExpectationIntervals, energy: energyText(gaps.withoutExpectationKwh, locale) },
        )
      : null,
    ...electrical.map(({ percent, reason }) =>
      formatMessage(
        { id: 'ElectricalWarning' },
        { share: `${difference(percent / 100, locale)} %`, reason: formatMessage({ id: `ElectricalWarning_Reason_${reason}` }) },
      ),
    ),
    unmeteredSites > 0 ? formatMessage({ id: 'Home_Gaps_SumOfDevices' }) : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? undefined : sentences.join('\n');
}

/** Why there is no availability. undefined: there is one, or it is not known */
export function availabilityTitle(
  reason: FleetResult['availabilityReason'],
  { formatMessage }: Pick<Intl, 'formatMessage'>,
): string | undefined {
  return reason === null ? undefined : formatMessage({ id: `Availability_Reason_${reason}` });
}
