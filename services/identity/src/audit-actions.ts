// The actions of identity's audit log; texts are in web/src/i18n/<locale>/audit.json.
export const identityActions = [
  'org.made',
  'org.suspended',
  'org.resumed',
  'org.quotaChanged',
  'org.settingsChanged',
  'org.permissionsChanged',
  'org.associationCodeMade',
  'org.associationCodeRemoved',
  'org.workplaceChanged',
  'orgRequest.agreed',
  'orgRequest.rejected',
  'operator.made',
  'operator.removed',
  'operator.entered',
  'operator.left',
  'user.made',
  'user.joined',
  'user.invited',
  'user.changed',
  'user.suspended',
  'user.resumed',
  'user.erased',
  'department.made',
  'department.changed',
  'department.deleted',
  'department.merged',
  'department.unmerged',
  'studyUnit.made',
  'studyUnit.changed',
  'studyUnit.deleted',
  'roster.departmentsWritten',
  'roster.departmentsUndone',
  'roster.studyUnitsWritten',
  'roster.studyUnitsUndone',
  'roster.peopleWritten',
  'roster.peopleUndone',
] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    identity: (typeof identityActions)[number]
  }
}
