// The codes of course's refusals, beside kit's; each has a text in web/src/i18n/<locale>/errors.
import type {} from '@lyceum/kit/calls/errors'

export const courseErrors = [
  'accessCode.malformed',
  'accessCode.notFound',
  'accessCode.unknown',
  'course.coverNotPicture',
  'course.endBeforeStart',
  'course.lastInstructor',
  'course.lite.checkpoint',
  'course.lite.importing',
  'course.lite.type',
  'course.newer',
  'course.notLite',
  'course.notPublishable',
  'course.otherOrganisation',
  'course.publish.ended',
  'course.publish.instructorMissing',
  'course.publish.nameMissing',
  'course.reviewReason',
  'course.unpublished',
  'deletedCourse.notFound',
  'department.unknown',
  'enrolment.notFound',
  'enrolment.tooMany',
  'enrolment.unknownPeople',
  'scope.other',
  'simulation.visitor',
  'upload.notReady',
  'upload.unknown',
] as const

declare module '@lyceum/kit/calls/errors' {
  interface ErrorCodes {
    course: (typeof courseErrors)[number]
  }
}
