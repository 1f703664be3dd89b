import { AppError } from '@solvane/contract/errors';
import { segmentIdSchema } from '@solvane/contract/ids';
import type { AttributeValue } from '@solvane/energy/devices/attribute-row';
import { type AttributeDefinition, findAttribute } from '@solvane/energy/devices/attributes';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { metadataQuery } from '../../shared/fleet/metadata.queries.ts';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { ancestorsOf } from '../../workspace/fleet/site-tree.ts';
import { findNode, useTrees } from '../../workspace/fleet/trees.ts';
import type { DetailsContentProps } from './details-content.ts';
import classes from './device-metadata.module.css';

/** What is known of a device: its attributes as they hold now, and what held before. */
export function DeviceMetadata({ content }: DetailsContentProps) {
  const { formatMessage } = useIntl();
  const segmentId = segmentIdSchema.safeParse(content.deviceId).data;
  const { data, error, isPending, refetch } = useQuery({
    ...metadataQuery(segmentId ? [segmentId] : []),
    enabled: segmentId !== undefined,
  });
  const attributes = data?.items[0]?.attributes ?? [];
  if (segmentId === undefined || isMissing(error)) return <EntityNotFound kind="device" />;
  if (error) return <ErrorState error={error} title="Common_Error_Query_Title" onRetry={() => void refetch()} />;
  return (
    <>
      <DeviceHead segmentId={content.deviceId ?? ''} />
      {isPending && <div className={classes.ghost} aria-hidden="true" />}
      {data && attributes.length === 0 && (
        <StateMessage icon={<IconTag />} title={formatMessage({ id: 'DeviceMetadata_None_Title' })} role="status">
          {formatMessage({ id: 'DeviceMetadata_None_Message' })}
        </StateMessage>
      )}
      {attributes.length > 0 && (
        <dl className={classes.list}>
          {attributes.map((attribute) => (
            <Attribute key={attribute.name} {...attribute} />
          ))}
        </dl>
      )}
    </>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'resource.notFound';
}

function DeviceHead({ segmentId }: { segmentId: string }) {
  const state = useTrees();
  const typeLabel = useTypeLabel();
  const found = findNode(state, segmentId);
  if (!found) return null;
  const { tree, node, index } = found;
  const path = ancestorsOf(tree, index).map((above) => tree.nodes[above]?.name ?? '');
  return (
    <div className={classes.head}>
      <h3 className={classes.name}>{node.name}</h3>
      <p className={classes.path}>{[...path, typeLabel(node.type)].join(' · ')}</p>
    </div>
  );
}

interface AttributeProps {
  name: string;
  value: AttributeValue | null;
  history: readonly { validFrom: string | null; value: AttributeValue | null; changedBy: string; changedAtMs: number }[];
}

function Attribute({ name, value, history }: AttributeProps) {
  const { formatMessage, formatDate } = useIntl();
  const serverText = useServerText();
  const toText = useAttributeText(name);
  return (
    <div className={classes.row}>
      <dt>{serverText(`Attribute_${name}`)}</dt>
      <dd>
        {toText(value)}
        {history.length > 1 && (
          <ul className={classes.history}>
            {history.map((entry) => (
              <li key={`${entry.validFrom ?? ''} ${entry.changedAtMs}`}>
                {formatMessage(
                  { id: entry.validFrom === null ? 'DeviceMetadata_SinceEver' : 'DeviceMetadata_Since' },
                  {
                    value: toText(entry.value),
                    date:
                      entry.validFrom === null ? '' : formatDate(`${entry.validFrom}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' }),
                    who: entry.changedBy,
                  },
                )}
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}

function useAttributeText(name: string): (value: AttributeValue | null) => string {
  const { formatMessage, locale } = useIntl();
  const serverText = useServerText();
  const definition: AttributeDefinition | undefined = findAttribute(name);
  return (value) => {
    if (value === null) return '—';
    if (typeof value === 'boolean') return formatMessage({ id: value ? 'Common_Yes' : 'Common_No' });
    if (typeof value === 'number') return `${measuredNumberText(value, locale)}${definition?.unit ? `\u202f${definition.unit}` : ''}`;
    return definition?.options
      ? value
          .split(',')
          .map((option) => serverText(`AttributeOption_${name}_${option}`))
          .join(', ')
      : value;
  };
}
