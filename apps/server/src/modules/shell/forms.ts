import { AppError } from '@solvane/contract/errors';
import { type FormDefinition, formDefinitionSchema } from '@solvane/contract/forms';
import type { PermissionName } from '@solvane/contract/permissions';
import { apiTokenEndpoints, ingestionKeyEndpoints, viewKeyEndpoints } from '@solvane/contract/session';
import type { Caller } from '../../http/caller.ts';

interface ServerForm {
  /** Of the endpoint that takes the values: who may not submit a form does not find it. */
  permission: PermissionName;
  definition: FormDefinition;
}

const NAME_LENGTH = 100;
const REQUIRED = { type: 'Required', level: 'error' } as const;
const PLAIN_NAME = { type: 'Custom', level: 'error', function: 'plainName' } as const;

const FORMS: Record<string, ServerForm> = {
  'api-token': {
    permission: 'AccessPublicApi',
    definition: formDefinitionSchema.parse({
      name: 'api-token',
      title: 'Form_ApiToken_Title',
      primaryAction: 'Form_ApiToken_Action',
      submit: apiTokenEndpoints.create.path,
      sections: [
        {
          items: [
            { kind: 'paragraph', text: 'Form_ApiToken_Text' },
            {
              kind: 'text',
              name: 'name',
              label: 'Form_Field_Name',
              help: 'Form_ApiToken_Name_Help',
              maxLength: NAME_LENGTH,
              validations: [REQUIRED, PLAIN_NAME],
            },
            { kind: 'deviceSelect', name: 'siteIds', label: 'Form_Field_Sites', help: 'Form_ApiToken_Sites_Help', selects: 'sites' },
            { kind: 'checkbox', name: 'readOnly', label: 'Form_ApiToken_ReadOnly', help: 'Form_ApiToken_ReadOnly_Help', initial: true },
          ],
        },
      ],
    }),
  },
  'view-key': {
    permission: 'AccessPublicApi',
    definition: formDefinitionSchema.parse({
      name: 'view-key',
      title: 'Form_ViewKey_Title',
      primaryAction: 'Form_ViewKey_Action',
      submit: viewKeyEndpoints.create.path,
      sections: [
        {
          items: [
            { kind: 'paragraph', text: 'Form_ViewKey_Text' },
            {
              kind: 'text',
              name: 'name',
              label: 'Form_Field_Name',
              help: 'Form_ViewKey_Name_Help',
              maxLength: NAME_LENGTH,
              validations: [REQUIRED, PLAIN_NAME],
            },
            { kind: 'deviceSelect', name: 'siteIds', label: 'Form_Field_Sites', help: 'Form_ApiToken_Sites_Help', selects: 'sites' },
          ],
        },
      ],
    }),
  },
  'ingestion-key': {
    permission: 'AccessPublicApi',
    definition: formDefinitionSchema.parse({
      name: 'ingestion-key',
      title: 'Form_IngestionKey_Title',
      primaryAction: 'Form_IngestionKey_Action',
      submit: ingestionKeyEndpoints.create.path,
      sections: [
        {
          items: [
            { kind: 'paragraph', text: 'Form_IngestionKey_Text' },
            {
              kind: 'text',
              name: 'name',
              label: 'Form_Field_Name',
              help: 'Form_IngestionKey_Name_Help',
              maxLength: NAME_LENGTH,
              validations: [REQUIRED, PLAIN_NAME],
            },
            {
              kind: 'deviceSelect',
              name: 'siteIds',
              label: 'Form_Field_Sites',
              help: 'Form_IngestionKey_Sites_Help',
              selects: 'sites',
              validations: [REQUIRED],
            },
          ],
        },
      ],
    }),
  },
};

/** @throws AppError resource.notFound for a form that does not exist or that the caller may not submit */
export function getForm(caller: Pick<Caller, 'can'>, name: string): FormDefinition {
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (!form || !caller.can(form.permission)) throw new AppError('resource.notFound');
  return form.definition;
}
