import { StepWizard as UiStepWizard } from '@solvane/ui/step-wizard';
import type { ComponentProps } from 'react';
import { useIntl } from 'react-intl';

type StepWizardProps<Name extends string> = Omit<ComponentProps<typeof UiStepWizard<Name>>, 'labels'> & { label: string };

/** The step wizard in the language of the user. */
export function StepWizard<Name extends string>({ label, ...props }: StepWizardProps<Name>) {
  const { formatMessage } = useIntl();
  return (
    <UiStepWizard<Name>
      {...props}
      labels={{
        name: label,
        back: formatMessage({ id: 'Wizard_Back' }),
        next: formatMessage({ id: 'Wizard_Next' }),
        done: formatMessage({ id: 'Wizard_Done' }),
        position: (number, count) => formatMessage({ id: 'Wizard_Position' }, { number, count }),
      }}
    />
  );
}
