// The actions of course's audit log; texts are in web/src/i18n/<locale>/audit.json.
export const courseActions = [
  'course.deleted',
  'course.restored',
  'course.published',
  'course.unpublished',
  'course.reviewed',
  'course.unreviewed',
  'course.returned',
  'course.inspected',
  'member.enrolled',
  'member.roleChanged',
  'member.removed',
] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    course: (typeof courseActions)[number]
  }
}
