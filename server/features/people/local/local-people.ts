import { bind } from '../../../platform/bind.ts';
import type { Services } from '../../../services.ts';
import { addClicks } from './add-clicks.ts';
import { findUsers, findUsersOfAgency, getUser } from './find-users.ts';
import { createUser, updateUser } from './save-user.ts';

/** People in this portal's own document store. Input is checked here, so that /api passes on what it was sent. */
export function createLocalPeople(services: Pick<Services, 'documents' | 'identity' | 'readModel' | 'sql'>) {
  return bind(services, { findUsers, findUsersOfAgency, getUser, createUser, updateUser, addClicks });
}
