import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useState } from 'react';
import type { WidgetRegistry } from '../../shared/widgets/define-widget.ts';
import { Widget } from '../../shared/widgets/widget.tsx';
import { WidgetForm } from '../../shared/widgets/widget-form.tsx';
import { WidgetTypes } from '../../shared/widgets/widget-types.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useWidgetPage } from '../../workspace/fleet/use-widget-page.ts';
import classes from './gallery.module.css';
import { type GalleryProps, Part } from './part.tsx';

const TEXT =
  '## Shift at {site}\n\nCall **before** a reset, see [event log](/event-log).\n\n| Site | MW |\n| --- | ---: |\n| Guadal | 8.00 |\n\n1. Check `SCADA`\n2. Acknowledge';

const SETTINGS: Readonly<Record<string, StoredWidget['settings']>> = {
  text: { markdown: TEXT },
  link: { label: 'Event log', link: { to: 'eventLog' } },
  keyMetric: { metric: 'powerNow' },
  gauge: {
    metric: 'powerNow',
    target: 12_000,
    thresholds: [
      { when: 'below', value: -10_000 },
      { when: 'above', value: 11_000, color: 'danger', mark: 'diamond' },
    ],
  },
  lossWalk: { period: { type: 'preset', selectedPreset: 'last7Days' } },
};

/** The form of every widget, with its picture on the data of the fleet. */
export function WidgetParts({ library, DeviceSelect }: GalleryProps) {
  return <WidgetTypes library={library}>{(registry) => <LoadedParts registry={registry} DeviceSelect={DeviceSelect} />}</WidgetTypes>;
}

function LoadedParts({ registry, DeviceSelect }: Pick<GalleryProps, 'DeviceSelect'> & { registry: WidgetRegistry }) {
  const { sites, enterprises } = useFleet();
  const page = useWidgetPage(sites, enterprises);
  const [saved, setSaved] = useState<Readonly<Record<string, StoredWidget>>>({});
  const [configured, setConfigured] = useState('lossWalk');
  if (!page) return null;
  return Object.keys(registry).map((type) => {
    const position = { x: 0, y: 0, w: 12, h: 1 };
    const stored = saved[type] ?? { id: type, type, version: 1, position, phoneOrder: 0, settings: SETTINGS[type] ?? {} };
    return (
      <Part key={type} name={`WidgetForm ${type}`} isWide>
        {configured === type || registry[type]?.frame === 'metric' ? (
          <WidgetForm
            stored={stored}
            registry={registry}
            page={page}
            DeviceSelect={DeviceSelect}
            onSave={(next) => {
              setSaved({ ...saved, [type]: next });
              setConfigured('');
            }}
            onCancel={() => setConfigured('')}
          />
        ) : (
          <div className={classes.widget}>
            <Widget stored={stored} registry={registry} page={page} onConfigure={() => setConfigured(type)} />
          </div>
        )}
      </Part>
    );
  });
}
