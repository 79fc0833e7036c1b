import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { feature, job } from '../feature.ts';
import { mailAlertsJob, makeAlertsJob } from './alert-jobs.ts';
import { findAlerts, getAlertMails, openAlert, readAlerts, setAlertMails } from './alerts.ts';
import { mailAlerts } from './mail-alerts.ts';
import { makeAlerts } from './make-alerts.ts';

/** Alerts, whose sources other features declare (records/alert-source.ts): `portal.alerts`. Everything is one's own. */
function createAlerts(services: Services) {
  return bind(services, { findAlerts, openAlert, readAlerts, getAlertMails, setAlertMails, makeAlerts });
}

export const alerts = feature({
  verbs: { alerts: createAlerts },
  jobs: [
    job(makeAlertsJob, () => Promise.resolve(({ services }) => makeAlerts(services))),
    job(mailAlertsJob, () => Promise.resolve(({ services, signal }) => mailAlerts(services, signal))),
  ],
});
