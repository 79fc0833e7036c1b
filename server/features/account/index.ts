import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { changePassword } from './change-password.ts';
import { getProfile, updatePhone } from './get-profile.ts';
import { closeOtherSessions, findSessions } from './sessions.ts';
import { feature } from '../feature.ts';

/** Own account: `portal.account`. */
function createOwnAccount(services: Services) {
  return bind(services, { getProfile, updatePhone, changePassword, findSessions, closeOtherSessions });
}

export const account = feature({ verbs: { account: createOwnAccount } });
