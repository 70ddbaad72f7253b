// The actions of upload in the audit log; each has a text in web/src/i18n/<locale>/audit.json.
import type {} from '@lyceum/kit/audit/audit'

export const uploadActions = [
  'upload.deleted',
  'upload.read',
  'upload.restored',
  'upload.purged',
  'storageQuota.changed',
  'sharing.decided',
  'sharing.overridden',
  'resourceGroup.invited',
  'resourceGroup.invitationEnded',
  'resourceGroup.joined',
] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    upload: (typeof uploadActions)[number]
  }
}
