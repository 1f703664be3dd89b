import type { UseFormReturnType } from '@mantine/form';
import { AppError, type Issue, issueSchema } from '@solvane/contract/errors';
import type { FormDefinition } from '@solvane/contract/forms';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { z } from 'zod';
import { type FormResponse, postForm } from '../../api/post-form.ts';
import { toErrorText } from '../states/error-text.ts';
import { useServerText } from '../text/use-server-text.ts';
import { type FormField, type FormValues, toBody } from './form-values.ts';

/** A response that is a refusal although the call succeeded: the endpoint states itself what is wrong. */
const refusalSchema = z.object({ issues: z.array(issueSchema).min(1) });

interface SubmitOptions {
  definition: FormDefinition;
  fields: readonly FormField[];
  form: UseFormReturnType<FormValues>;
  onDone: (response: FormResponse) => void;
}

interface Submission {
  submit: (values: FormValues) => void;
  /** What was refused and belongs to no field, a line each. */
  lines: readonly string[];
  isSending: boolean;
}

/** Posts the values; what the server has against them goes to its field, the rest above the form. */
export function useSubmitForm({ definition, fields, form, onDone }: SubmitOptions): Submission {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const post = useMutation({
    mutationFn: async (values: FormValues): Promise<{ response: FormResponse; issues: readonly Issue[] }> => {
      const response = await postForm(definition.submit, toBody(definition, values));
      const refusal = response.kind === 'json' ? refusalSchema.safeParse(response.value).data : undefined;
      return { response, issues: refusal?.issues.filter(({ level }) => level === 'error') ?? [] };
    },
    onSuccess: ({ response, issues }) => (issues.length > 0 ? showAtFields(issues) : onDone(response)),
    onError: (error) => error instanceof AppError && showAtFields(error.issues),
    meta: { isShownInPlace: true },
  });

  const textOf = ({ message, values }: Issue): string => serverText(message, values);
  const fieldOf = ({ path }: Issue): string | undefined => fields.find(({ name }) => name === path[0])?.name;
  function showAtFields(issues: readonly Issue[]): void {
    const byName = Map.groupBy(issues, fieldOf);
    for (const [name, own] of byName) if (name !== undefined) form.setFieldError(name, own.map(textOf).join(' '));
  }

  const issues = post.data?.issues ?? (post.error instanceof AppError ? post.error.issues : []);
  const loose = issues.filter((issue) => fieldOf(issue) === undefined).map(textOf);
  return {
    submit: (values) => post.mutate(values),
    lines: post.error && issues.length === 0 ? [errorLine(post.error)] : loose,
    isSending: post.isPending,
  };

  function errorLine(error: Error): string {
    const { message, values } = toErrorText(error, 'part');
    return formatMessage({ id: message }, values);
  }
}
