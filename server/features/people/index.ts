import type { Services } from '../../services.ts';
import { bind } from '../../platform/bind.ts';
import { closeUserSessions } from './close-user-sessions.ts';
import { createUser } from './create-user.ts';
import { findUserChoices } from './find-choices.ts';
import { exportUsers, findListChoices, findUsers } from './find-users.ts';
import { getUser, findUserStory } from './get-user.ts';
import { resetUserPassword } from './reset-user-password.ts';
import { admitDeactivation } from '../../staff/rules.ts';
import { activateUser, deactivateUser, updateUser } from './update-user.ts';
import { STORED_FIELDS, USER_FORM } from './user.ts';
import { USER_ACTS } from './user-acts.ts';
import { USER_IMPORT } from './user-import.ts';
import { usersProjection } from './users.projection.ts';
import { openUsersList, USERS, USERS_WITHOUT_ROLES, usersList } from './user-list.ts';
import { refreshPeopleJob } from './refresh-people-job.ts';
import { readRoleDirectory } from '../../staff/role-directory.ts';
import { createStaffDirectory } from '../../staff/create-staff-directory.ts';
import { sortedTable } from '../../lists/declared-list.ts';
import { searchedListOf } from '../../lists/search-hits.ts';
import { AGENCIES, DEPARTMENTS, PEOPLE, POSITIONS } from '../../read-model/pages/choices.ts';
import { pageUnder } from '../../records/declared-record.ts';
import { withReasons } from '../../records/record-fields.ts';
import { feature, job } from '../feature.ts';
import { findHoldings, findLinkedHoldings, findSuccessors } from './find-holdings.ts';
import { handOver } from './hand-over.ts';

export type Users = ReturnType<typeof createUsers>;

/** User administration: `portal.users`. Every verb requires the menu `users`; writes go to the REST backend, which owns `usuarios`. */
export function createUsers(services: Services) {
  return {
    form: { ...USER_FORM, fields: withReasons(USER_FORM.fields, services.documents.main, 'usuarios') },
    ...bind(services, {
      findUsers,
      findChoices: findUserChoices,
      getUser,
      findUserStory,
      createUser,
      updateUser,
      activateUser,
      admitDeactivation,
      deactivateUser,
      resetUserPassword,
      closeUserSessions,
      exportUsers,
    }),
  };
}

/** What a leaving person holds, and handing it over: `portal.handOver`. Every verb requires the menu `users`. */
export function createHandOver(services: Services) {
  return bind(services, { findHoldings, findLinkedHoldings, findSuccessors, handOver });
}

export const people = feature({
  verbs: { users: createUsers, staff: createStaffDirectory, handOver: createHandOver },
  records: { usuarios: { noun: USERS.noun, page: pageUnder(USERS), names: PEOPLE, fields: STORED_FIELDS } },
  projections: [usersProjection],
  lists: [
    {
      url: USERS.url,
      open: exportUsers,
      findChoices: findListChoices,
      asked: { menu: USERS.menu, noun: USERS.noun, open: async ({ sql }) => usersList(await readRoleDirectory(sql)) },
      acts: USER_ACTS,
      imports: USER_IMPORT,
      searched: searchedListOf(USERS, openUsersList),
      sorted: sortedTable(USERS_WITHOUT_ROLES),
    },
  ],
  linkedRows: [
    { of: AGENCIES.table, list: USERS_WITHOUT_ROLES, params: (agency) => ({ agency }) },
    { of: DEPARTMENTS.table, list: USERS_WITHOUT_ROLES, params: (department) => ({ department }) },
    { of: POSITIONS.table, list: USERS_WITHOUT_ROLES, params: (position) => ({ position }) },
  ],
  jobs: [job(refreshPeopleJob, () => Promise.resolve(({ services }) => services.restBackend.refreshPeople()))],
});
