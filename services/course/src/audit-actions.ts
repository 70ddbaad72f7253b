// The actions of course's audit log; texts are in web/src/i18n/<locale>/audit.json.
export const courseActions = [
  'course.copied',
  'course.deleted',
  'course.restored',
  'course.notOffered',
  'course.offered',
  'course.published',
  'course.unpublished',
  'course.reviewed',
  'course.unreviewed',
  'course.returned',
  'course.inspected',
  'term.made',
  'term.changed',
  'term.deleted',
  'courseGroup.deleted',
  'courseGroup.leaderNamed',
  'courseGroup.restored',
  'groupSet.changed',
  'groupSet.copied',
  'groupSet.deleted',
  'groupSet.made',
  'groupSet.peopleMoved',
  'groupSet.restored',
  'invite.sent',
  'invite.cancelled',
  'register.synchronised',
  'roster.coursesWritten',
  'roster.coursesUndone',
  'roster.enrolmentsWritten',
  'roster.enrolmentsUndone',
  'member.enrolled',
  'member.roleChanged',
  'member.removed',
  'member.restored',
] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    course: (typeof courseActions)[number]
  }
}
