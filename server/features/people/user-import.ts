import type { ListImport } from '../../lists/list-import.ts';
import { AGENCIES, DEPARTMENTS, findChoices, POSITIONS, type Choice, type ChoiceSource } from '../../read-model/pages/choices.ts';
import { readRules, requireMayChange } from '../../staff/rules.ts';
import { readStoredRoles } from '../../staff/stored-roles.ts';
import type { Services } from '../../services.ts';
import { createPerson, createUser } from './create-user.ts';
import { findUserChoices } from './find-choices.ts';
import { deactivateUser, permissionsIn, updateUser } from './update-user.ts';
import { changedUserBody, newUserBody, USER_FIELDS, USER_FORM } from './user.ts';
import { findPeople } from './user-acts.ts';

/**
 * People from a spreadsheet, identified by e-mail; role, agency and the like by their names, and only those that the actor may give. No
 * file holds a password: new people get an e-mail to choose one. The REST backend writes them one by one.
 */
export const USER_IMPORT: ListImport = {
  table: 'usuarios',
  fields: USER_FIELDS,
  key: 'email',
  givesRights: true,
  note: 'Cada persona nueva recibe un correo para elegir su contraseña. Si el portal no envía correos, entréguele el enlace de «Restablecer contraseña», en su ficha.',
  async describe(services, call) {
    const choices: Readonly<Record<string, unknown>> = { ...(await findUserChoices(services, call)) };
    const names: Readonly<Record<string, readonly Choice[]>> = await findNames(services);
    return USER_FORM.fields.map((field) => {
      const offered = choices[field.name] as readonly Choice[] | undefined;
      if (!offered) return field;
      const others = (names[field.name] ?? []).filter(({ id }) => !offered.some((one) => one.id === id));
      const optionOf = ({ id, name }: Choice) => ({ value: id, label: name });
      return { ...field, options: [...offered.map(optionOf), ...others.map((one) => ({ ...optionOf(one), retired: true }))] };
    });
  },
  async find(services, ids) {
    const people = await findPeople(services, ids);
    return new Map(people.map((user) => [user.id, { values: USER_FORM.valuesOf(user), version: user.version, isActive: true }]));
  },
  async check(services, { actor, id, values }) {
    const rules = await readRules(services, actor);
    if (id === null) return requireMayChange(rules, null, newUserBody(values));
    const user = await services.restBackend.getUser(id);
    requireMayChange(rules, user, permissionsIn(changedUserBody(values, user)));
  },
  save: (services, { actor, requestId, id, version, values, formToken }) => {
    if (id !== null) return updateUser(services, { actor, requestId, id, ifVersion: version, values });
    // An import shows no links, and a link that nobody sees could be used by whoever finds it: without e-mail none is made.
    const create = services.mail.canSend ? createUser : createPerson;
    return create(services, { actor, requestId, values, formToken });
  },
  remove: (services: Services, call) => deactivateUser(services, call),
};

/** By field, also what the actor may not give: people who have it keep it. */
async function findNames({ documents, sql }: Pick<Services, 'documents' | 'sql'>) {
  const namesIn = (source: ChoiceSource) => findChoices(sql, source, { retired: true });
  const [roles, agency, department, position] = await Promise.all([
    readStoredRoles(documents.main),
    namesIn(AGENCIES),
    namesIn(DEPARTMENTS),
    namesIn(POSITIONS),
  ]);
  return { role: roles.map(({ id, title }) => ({ id, name: title })), agency, department, position };
}
