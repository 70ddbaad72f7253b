// Looks of notifications about an organisation: its requests, and operators of the installation who enter it.
import { BadgeCheck, BadgeMinus, Building2 } from 'lucide-react'
import { paths } from '../../../paths.ts'
import type { Look, Notification } from './look.ts'

/** Without a sender, who may have been erased, nobody is named. */
const organisationLook =
  (text: Look['text'], unnamed: Look['text'], more: Pick<Look, 'link'> & Partial<Look>) =>
  ({ sender }: Notification): Look => ({
    icon: Building2,
    tone: 'info',
    text: sender ? text : unnamed,
    action: 'openRequests',
    below: [],
    ...more,
  })

export const organisationLooks: Record<string, (notification: Notification) => Look> = {
  org_join_requested: organisationLook('org_join_requested', 'org_join_requested_unnamed', { link: paths.orgRequests() }),
  org_workgroup_requested: (notification) => {
    const { what } = notification.payload.params
    const text =
      what === 'storage'
        ? 'org_workgroup_requested_storage'
        : what === 'new_org'
          ? 'org_workgroup_requested_new_org'
          : 'org_workgroup_requested'
    return organisationLook(text, 'org_workgroup_requested_unnamed', { link: paths.orgRequest() })(notification)
  },
  org_request_agreed: organisationLook('org_request_agreed', 'org_request_agreed', {
    icon: BadgeCheck,
    tone: 'ok',
    action: 'openRequest',
    link: paths.settings(),
  }),
  org_request_rejected: organisationLook('org_request_rejected', 'org_request_rejected', {
    icon: BadgeMinus,
    tone: 'warn',
    action: 'openRequest',
    link: paths.settings(),
  }),
  org_operator_entered: organisationLook('org_operator_entered', 'org_operator_entered_unnamed', {
    tone: 'warn',
    action: 'openPeople',
    link: paths.managedPeople(),
  }),
}
