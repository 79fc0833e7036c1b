import { z } from 'zod';
import { isDocumentId } from '../../platform/document-id.ts';
import { tidyLine, tidyWithin } from '../../domain/tidy-text.ts';
import { isPhone, invalidPhoneMessage, PHONE_MAX } from '../../domain/phone.ts';
import { CLICKS_MAX, NOT_AN_EMAIL, USER_FOLDERS_MAX, USER_NAME_MAX, USER_POSITION_MAX } from '../../domain/users.ts';

/**
 * Every shape exchanged with the REST backend, in one place: handlers and the client validate with them, and the OpenAPI description is
 * generated from them. docs/specification.md section 7 defines the paths; the shapes are the portal's own, because it shows none.
 */

/** The four refusals of docs/specification.md section 5, used literally as `detail`. */
export const MISSING_UPLOAD_PART = 'File, name or user_agency missing';
export const MISSING_IMAGE_PATH = 'Image path or user_agency missing';
export const MISSING_ID = "Id no can't be null";
export const MISSING_DATA = "Data can't be null";
export const MISSING_ID_OR_DATA = 'Id or data null, check please';

/** On whose behalf the caller acts: a staff member's id, percent-encoded, for the audit log. */
export const ACTING_USER_HEADER = 'X-Acting-User';
/** The caller's own request id, for the audit log. */
export const ACTING_REQUEST_HEADER = 'X-Acting-Request';
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const EMAIL_MAX = 254;
export const PAGE_LIMIT_MAX = 200;
const PAGE_LIMIT = 50;
const PAGE_MAX = 1_000_000;
const CURSOR_MAX = 4_000;

const CONTROL = /[\p{Cc}\p{Cs}]/u;

function line(label: string, max: number) {
  return z
    .string(`«${label}» debe ser texto.`)
    .overwrite((value) => tidyWithin(value, max, tidyLine))
    .max(max, `«${label}» admite hasta ${max} caracteres.`)
    .refine((value) => !CONTROL.test(value), `«${label}» tiene caracteres que no se pueden guardar.`);
}

/** Ids of documents: a single path segment without a special meaning. */
export const documentId = z
  .string('El identificador debe ser texto.')
  .min(1, 'Falta el identificador.')
  .max(200, 'El identificador es demasiado largo.')
  .refine(isDocumentId, 'El identificador no es válido.');

const name = line('Nombre', USER_NAME_MAX).min(1, 'Escriba el nombre.');
export const email = z
  .string(NOT_AN_EMAIL)
  .overwrite((value) => tidyWithin(value, EMAIL_MAX, (text) => text.trim().toLowerCase()))
  .max(EMAIL_MAX, 'El correo electrónico es demasiado largo.')
  .pipe(z.email(NOT_AN_EMAIL));
/** Roles are defined by documents: the verb looks the id up. */
export const role = z
  .string('Elija un rol de la lista.')
  .min(1, 'Elija un rol de la lista.')
  .max(200, 'Elija un rol de la lista.')
  .describe('Id of an active role.');
const phone = line('Teléfono', PHONE_MAX).refine(isPhone, { error: ({ input }) => invalidPhoneMessage('Teléfono', String(input)) });
const agency = z.union([z.literal(''), documentId], 'Elija una agencia de la lista.');
const folders = z
  .array(z.string('El identificador debe ser texto.'), 'Las carpetas deben ser una lista de identificadores.')
  .max(USER_FOLDERS_MAX, `Se admiten hasta ${USER_FOLDERS_MAX} carpetas.`)
  .pipe(z.array(documentId));
const briefcasePermissions = z.strictObject({ folders }, 'Las carpetas deben venir en briefcase_permissions.folders.');
const permissionId = z.union([z.literal(''), documentId], 'Elija un conjunto de permisos de la lista.');
/** Name and state are taken from the stored department. */
const department = z
  .strictObject(
    { id: documentId.optional(), name: z.string().max(500).optional(), state: z.boolean().optional() },
    'El departamento debe venir con su id.',
  )
  .refine(({ id, name }) => id !== undefined || (name ?? '') !== '', 'El departamento debe venir con su id o su nombre.')
  .describe('By its id; without an id by its name.')
  .nullable();
const position = line('Puesto', USER_POSITION_MAX).describe('Id of a position (puesto), or its name: stored is the id.');

/** Editable fields of a person with their rules; optional ones of a new person have a default. */
const editableFields = {
  name,
  email,
  role,
  phone: phone.default(''),
  agency: agency.default(''),
  state: z.boolean('Indique si la persona está activa (true o false).').default(true),
  briefcase_permissions: briefcasePermissions.default({ folders: [] }),
  digitalization_permission_id: permissionId.default(''),
  department: department.default(null),
  position: position.default(''),
};

/** The same fields in answers: values stored by other programs follow no rule. */
export const userFields = z.object({
  name: z.string(),
  email: z.string().describe('Lower case. Also the name of the account, so it does not change after creation.'),
  role: z.string().describe('Id of a role; as another program stored it, its title, or other letters.'),
  phone: z.string(),
  agency: z.string().describe('Id of the agency, empty for none.'),
  state: z.boolean().describe('False: deactivated, no access.'),
  briefcase_permissions: z.object({ folders: z.array(z.string()) }).describe('Ids of the folders that the person may open.'),
  digitalization_permission_id: z.string().describe('Id of a document permission set, empty for none.'),
  department: z.object({ id: z.string(), name: z.string(), state: z.boolean() }).nullable(),
  position: z.string().describe('Id of the position; as another program stored it, its name.'),
});

export const createUserBody = z
  .strictObject({
    id: documentId.optional().describe('Id of the account in the identity provider; made by the backend when missing.'),
    ...editableFields,
    clicks: z.literal(0, 'Una persona nueva no tiene clics.').optional().describe('Nobody begins with some: a whole user may be sent.'),
  })
  .transform(({ clicks: _none, ...body }) => body);

/** Omitted fields stay as they are. The e-mail identifies the account and cannot be changed here. */
export const updateUserBody = z
  .strictObject({
    ...withoutDefaults(editableFields),
    ifVersion: z.string().max(64).describe('`version` of the user that the change is based on; 409 when it is no longer that.'),
  })
  .omit({ email: true })
  .partial();

type WithoutDefaults<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Rule extends z.ZodType> ? Rule : Shape[Name];
};

function withoutDefaults<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): WithoutDefaults<Shape> {
  const bare = Object.entries(shape).map(([name, rule]) => [name, rule instanceof z.ZodDefault ? rule.unwrap() : rule]);
  return Object.fromEntries(bare) as WithoutDefaults<Shape>;
}

export const clicksBody = z.strictObject({
  userId: documentId
    .optional()
    .describe('Who the session belongs to; must be said where the identity provider (Firebase) cannot list sessions.'),
  clicks: z
    .int('Los clics deben ser un número entero.')
    .min(1, 'Los clics deben ser al menos 1.')
    .max(CLICKS_MAX, `Los clics deben ser como máximo ${CLICKS_MAX}.`),
  flushId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,64}$/, 'El envío debe llevar un identificador de 16 a 64 letras, números, guiones.')
    .optional()
    .describe('Sent twice, it counts once; without it every call counts.'),
});

export const user = userFields.extend({
  id: z.string(),
  clicks: z.int(),
  createdAt: z.string().describe('ISO 8601.'),
  updatedAt: z.string().nullable(),
  /** Clicks do not change it, or the form of a person who is working could never be saved. */
  version: z.string().describe('Changes when a field that can be written changes, and only then.'),
});

export const usersPage = z.object({
  users: z.array(user),
  /** Exact up to a limit. */
  total: z.int(),
  totalIsCapped: z.boolean(),
  page: z.int(),
  limit: z.int(),
  nextCursor: z.string().nullable().describe('Give it back as `cursor` for the next page; null on the last.'),
});

/** Any other parameter is ignored, as docs/specification.md section 7 lets programs send some with every call. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT),
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  cursor: z.string().min(1).max(CURSOR_MAX).optional(),
});

export const clicksAnswer = z.object({
  id: z.string().describe('The user.'),
  clicks: z.int().describe('All clicks of the user.'),
  added: z.boolean().describe('False: this flush was counted before.'),
});

/** Identifies an asset or its owner. */
const asset = (max: number) =>
  z
    .string()
    .overwrite((value) => tidyWithin(value, max, (text) => text.trim()))
    .min(1)
    .max(max);

export const uploadAssetFields = z.object({ agencyId: asset(128) });

export const uploadAssetAnswer = z.object({
  url: z.url().describe('Where the asset can be fetched, with the same Authorization header.'),
  filename: z.string().describe('What GET /digitalization/asset takes as `filename`.'),
});

export const assetQuery = z.object({ filename: asset(512) });

/** RFC 9457, in Spanish except for the texts above. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string().optional().describe('One of the four texts above, where it is why.'),
  code: z.string(),
  requestId: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional().describe('Errors by field name.'),
  permission: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** Writable fields of a staff member, named as in `usuarios`. */
export type UserFields = z.infer<typeof userFields>;
/** A person's department as stored with them (docs/specification.md section 3, User). */
export type UserDepartment = NonNullable<UserFields['department']>;
/** A staff member as answered by the REST backend. */
export type User = z.infer<typeof user>;
export type CreateUserBody = z.input<typeof createUserBody>;
export type UpdateUserBody = z.input<typeof updateUserBody>;
export type ClicksBody = z.infer<typeof clicksBody>;
export type PageQuery = Partial<z.output<typeof pageQuery>>;
export type UsersPage = z.infer<typeof usersPage>;
export type ClicksAnswer = z.infer<typeof clicksAnswer>;
