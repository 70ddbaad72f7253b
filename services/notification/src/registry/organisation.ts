// Types about an organisation: requests that are made and decided, and operators of the installation who enter it.
import { type OrgRequestChanged, OrgEntryChangedSchema, OrgRequestChangedSchema } from '@lyceum/proto/identity'
import { type NotificationType, notificationType } from './notification-type.ts'

const about = ({ id, orgName, kind }: OrgRequestChanged) => ({
  subject: { type: 'org_request', id, title: orgName },
  params: { what: kind },
})

/** A request waits for those who decide such ones. */
const requested = (permission: NonNullable<NotificationType['permission']>, kinds: readonly string[]) =>
  notificationType({
    fact: OrgRequestChangedSchema,
    audience: 'managers',
    permission,
    bundled: false,
    topic: 'organisation',
    notice: (request) => (request.state === 'open' && kinds.includes(request.kind) ? about(request) : undefined),
  })
/** A request was decided: its person is notified. The reason is on the page alone. */
const decided = (state: 'agreed' | 'rejected') =>
  notificationType({
    fact: OrgRequestChangedSchema,
    audience: 'person',
    outsiders: true,
    bundled: false,
    topic: 'organisation',
    notice: (request) => (request.state === state ? { ...about(request), recipient: request.personId } : undefined),
  })

export const organisationTypes = {
  org_join_requested: requested('requests.decide', ['join']),
  org_workgroup_requested: requested('workgroup.decide', ['new_org', 'storage']),
  org_request_agreed: decided('agreed'),
  org_request_rejected: decided('rejected'),
  /** It reads everything that an administrator reads: nobody turns this off. */
  org_operator_entered: notificationType({
    fact: OrgEntryChangedSchema,
    audience: 'managers',
    permission: 'org.change',
    forced: ['page'],
    bundled: false,
    topic: 'organisation',
    notice: ({ orgId, orgName, ended }) => (ended ? undefined : { subject: { type: 'org', id: orgId, title: orgName } }),
  }),
}
