// The error codes of activity, beside kit's; each has a text in web/src/i18n/<locale>/errors.
import type {} from '@lyceum/kit/calls/errors'

export const activityErrors = [
  'activity.criterionNotOffered',
  'activity.dueAfterEnd',
  'activity.dueBeforeStart',
  'activity.endBeforeStart',
  'activity.ended',
  'activity.fieldNotOffered',
  'activity.locked',
  'activity.newer',
  'activity.noUpload',
  'activity.notByHand',
  'activity.notFound',
  'activity.notMarkedDone',
  'activity.notStarted',
  'activity.notVideo',
  'activity.oneVideo',
  'activity.releaseNotTimed',
  'activity.tooManyPictures',
  'activity.typeNotAvailable',
  'activity.unknown',
  'activity.uploadMissing',
  'completion.notStudent',
  'course.unpublished',
  'deletedActivity.notFound',
  'deletedModule.notFound',
  'module.newer',
  'module.notEmpty',
  'module.notFound',
  'module.unknown',
  'play.notVideo',
  'play.over',
  'playSession.notFound',
  'prerequisite.circle',
  'prerequisite.deleted',
  'prerequisite.itself',
  'prerequisite.noCriterion',
  'prerequisite.unknown',
  'progress.notForwardSeek',
  'progress.tooFast',
  'simulation.visitor',
  'upload.notFound',
  'upload.notReady',
  'upload.unknown',
] as const

declare module '@lyceum/kit/calls/errors' {
  interface ErrorCodes {
    activity: (typeof activityErrors)[number]
  }
}
