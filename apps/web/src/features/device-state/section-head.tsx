import type { Site } from '@solvane/contract/fleet';
import { decimalText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import type { CellNumber } from '../../shared/device-states/state-cell.tsx';
import { powerSum, type StateSection } from '../../shared/device-states/state-sections.ts';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { difference, powerText } from '../../shared/fleet/fleet-text.ts';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { ageText } from '../../shared/time/age-text.ts';
import { zoneName } from '../../shared/time/zone-name.ts';
import classes from './device-state.module.css';

interface SectionHeadProps {
  section: StateSection;
  site: Site | undefined;
  nowMs: number;
  /** undefined: its cells show all of it. */
  shows: CellNumber | undefined;
  onShows: (shows: CellNumber) => void;
}

const NUMBERS = ['peers', 'since', 'power'] as const;

/** Site and devices, what they make against what is expected, and how old that is. */
export function SectionHead({ section: { items, segmentType }, site, nowMs, shows, onShows }: SectionHeadProps) {
  const { formatMessage, locale } = useIntl();
  const typeLabel = useTypeLabel();
  const texts = useStateTexts();
  const { powerKw, expectedKw, difference: share } = powerSum(items);
  const zone = site?.metadata.timezone ?? 'UTC';
  const dataToMs = Math.max(...items.map((item) => item.dataToMs ?? Number.NEGATIVE_INFINITY));
  const hasData = Number.isFinite(dataToMs);
  return (
    <header className={classes.head}>
      {site && <EnergyTypeIcon energyType={site.metadata.energyType} />}
      <h2>{site?.name}</h2>
      <span className={classes.quiet}>
        {formatMessage({ id: 'DeviceState_Section' }, { type: typeLabel(segmentType), count: items.length })}
        {powerKw !== null && `, ${powerText(powerKw, locale)}`}
        {share !== null && expectedKw !== null && (
          <>
            , <b data-short={share < -0.02 || undefined}>{`${difference(share, locale)}\u2009%`}</b>{' '}
            {formatMessage({ id: 'DeviceState_Section_Expected' }, { power: decimalText(expectedKw / 1000, { digits: 2, locale }) })}
          </>
        )}
        {hasData && ` · ${texts.time(dataToMs, zone)} ${zoneName(dataToMs, locale, zone)} · `}
        {hasData && formatMessage({ id: 'Widget_State_Stale' }, { age: ageText(Math.max(0, nowMs - dataToMs), formatMessage) })}
      </span>
      <span className={classes.end}>
        {shows ? (
          <Segments
            label={formatMessage({ id: 'DeviceState_Number' })}
            value={shows}
            options={NUMBERS.map((value) => ({ value, label: formatMessage({ id: `DeviceState_Number_${value}` }) }))}
            onChange={onShows}
          />
        ) : (
          <span className={classes.quiet}>{formatMessage({ id: 'DeviceState_Cell_Note' })}</span>
        )}
      </span>
    </header>
  );
}
