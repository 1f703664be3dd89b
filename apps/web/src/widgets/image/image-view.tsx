import { fileEndpoints } from '@solvane/contract/shell';
import type { ImageSettings } from '@solvane/contract/widgets/image';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { TargetLink } from '../../shared/widgets/target-link.tsx';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { titleTarget } from '../../shared/widgets/widget-target.ts';
import classes from './image.module.css';

export type ImageProps = WidgetProps<CommonSettings & ImageSettings, Record<never, never>>;

/** An uploaded picture, which may lead somewhere. */
export default function ImageView({ settings, page }: ImageProps) {
  const { formatMessage } = useIntl();
  const { fileId, alt, isDecorative, fit, link } = settings;
  // A picture that could not be loaded, by its file: another one may be there.
  const [failedId, setFailed] = useState<string | null>(null);
  if (fileId === null) return <p className={widgetClasses.none}>{formatMessage({ id: 'ImageWidget_None' })}</p>;
  if (failedId === fileId)
    return (
      <p className={widgetClasses.none} role="alert">
        {formatMessage({ id: 'ImageWidget_NotFound' })}
      </p>
    );
  const target = titleTarget(link, { settings, page, selection: undefined });
  const image = (
    <img
      className={classes.image}
      data-fit={fit}
      src={fileEndpoints.download.path.replace(':fileId', fileId)}
      alt={isDecorative ? '' : alt}
      onError={() => setFailed(fileId)}
    />
  );
  return (
    <div className={classes.frame}>
      {target ? (
        <TargetLink target={target} className={classes.link}>
          {image}
        </TargetLink>
      ) : (
        image
      )}
    </div>
  );
}
