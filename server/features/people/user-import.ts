import type { ListImport } from '../../lists/list-import.ts';
import { readRules, requireMayChange } from '../../staff/rules.ts';
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
    return USER_FORM.fields.map((field) => {
      const offered = choices[field.name] as readonly { id: string; name: string }[] | undefined;
      return offered ? { ...field, options: offered.map(({ id, name }) => ({ value: id, label: name })) } : field;
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
