// The subjects of hints: every fact by its name, and changes without a fact.
import type { GenMessage } from '@bufbuild/protobuf/codegenv2'
import type * as activity from './gen/lyceum/activity/v1/events_pb.ts'
import type * as calendar from './gen/lyceum/calendar/v1/events_pb.ts'
import type * as course from './gen/lyceum/course/v1/events_pb.ts'
import type * as identity from './gen/lyceum/identity/v1/events_pb.ts'
import type * as notification from './gen/lyceum/notification/v1/events_pb.ts'
import type * as upload from './gen/lyceum/upload/v1/events_pb.ts'

/** 'lyceum.course.v1.CourseChanged' of every message of a module. */
type TypeNames<Module> = { [K in keyof Module]: Module[K] extends GenMessage<infer M> ? M['$typeName'] : never }[keyof Module]
type LastPart<Name> = Name extends `${string}.${infer Rest}` ? LastPart<Rest> : Name
/** Messages that are parts of facts. Every other one is a fact, and does not compile without its audience. */
type Part =
  | 'Accent'
  | 'Activity'
  | 'Before'
  | 'Bulletin'
  | 'CopiedGroupSet'
  | 'Course'
  | 'CourseCopy'
  | 'GroupMember'
  | 'Holiday'
  | 'Member'
  | 'Membership'
  | 'OrgSettings'
  | 'PackageItem'
  | 'PersonExternalId'
  | 'Rendition'
  | 'ResourceGroupMember'
  | 'RolePermissions'
  | 'Timetable'
  | 'TimetableNotice'
  | 'Upload'
  | 'UploadLimits'

/** courseChanged, memberJoined … */
export type FactName = Uncapitalize<
  Exclude<
    LastPart<
      | TypeNames<typeof activity>
      | TypeNames<typeof calendar>
      | TypeNames<typeof course>
      | TypeNames<typeof identity>
      | TypeNames<typeof notification>
      | TypeNames<typeof upload>
    >,
    Part
  >
>

/** attemptChanged: who invigilates changed a running attempt of a person; editorsChanged: somebody opened or closed an editor of an activity or a question; notificationsChanged: a person's notifications were added or read; renditionsChanged: an upload's transcoding made progress; taskChanged: a
 *  task of a person made progress or ended. */
export type HintSubject = FactName | 'attemptChanged' | 'editorsChanged' | 'notificationsChanged' | 'renditionsChanged' | 'taskChanged'
