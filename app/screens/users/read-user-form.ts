import { KEEP_PREFIX } from '#server/domain/form-base.ts';
import { formText } from '#server/domain/form-text.ts';
import { USER_FORM_FIELDS, type UserFormField, type UserFormValues } from './user-fields.ts';

/** Names in it the fields that the form shows: without it, no ticked folder and no question about folders look alike. */
export const FIELDS_NAME = 'fields';

/** Longer than the names of all fields together. */
const NAMES_MAX = 1_000;

export interface UserForm {
  /** Only what the form asked and the person wants changed; everything else stays as it is stored. */
  values: Partial<UserFormValues>;
  version: string;
  formToken: string;
  /** The person typed a first password instead of having an e-mail sent. */
  setsPassword: boolean;
  password: string;
}

export function readUserForm(form: FormData): UserForm {
  const asked = new Set(
    form.getAll(FIELDS_NAME).flatMap((value) => (typeof value === 'string' ? value.slice(0, NAMES_MAX).split(' ') : [])),
  );
  const wanted = USER_FORM_FIELDS.filter((field) => asked.has(field) && form.get(`${KEEP_PREFIX}${field}`) !== 'stored');
  return {
    values: Object.fromEntries(wanted.map((field) => [field, valueOf(form, field)])),
    version: formText(form, 'version'),
    formToken: formText(form, 'formToken'),
    setsPassword: form.get('passwordMode') === 'set',
    password: formText(form, 'password'),
  };
}

function valueOf(form: FormData, field: UserFormField): string | string[] {
  if (field !== 'folders') return formText(form, field);
  return form.getAll(field).filter((value): value is string => typeof value === 'string' && value !== '');
}
