// The notification types by name. A new one is an entry beside its kin, its texts and look in the page.
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { type Consumers, merge, on } from '@lyceum/kit/facts/consumer'
import type { Tx } from '@lyceum/kit/database/database'
import { factName } from '@lyceum/kit/facts/wire-format'
import { activityTypes } from './activity.ts'
import { bulletinTypes } from './bulletin.ts'
import { calendarTypes } from './calendar.ts'
import { classTypes } from './classes.ts'
import { courseTypes } from './course.ts'
import { examTypes } from './exams.ts'
import { liveTypes } from './live.ts'
import { messageTypes } from './message.ts'
import type { NotificationType } from './notification-type.ts'
import { organisationTypes } from './organisation.ts'
import { talkTypes } from './talk.ts'
import { uploadTypes } from './upload.ts'
import { workTypes } from './work.ts'

export const registry: Record<string, NotificationType> = {
  ...courseTypes,
  ...activityTypes,
  ...uploadTypes,
  ...workTypes,
  ...examTypes,
  ...talkTypes,
  ...classTypes,
  ...liveTypes,
  ...bulletinTypes,
  ...messageTypes,
  ...calendarTypes,
  ...organisationTypes,
}

/** A line for the fact of each type. */
export const consumersOf = (
  types: Record<string, NotificationType>,
  handle: (tx: Tx, name: string, type: NotificationType, data: never, fact: HandledFact) => Promise<unknown>,
): Consumers =>
  merge(
    ...Object.entries(types).map(([name, type]) => ({
      [type.fact.typeName.split('.')[1]!]: {
        [factName(type.fact.typeName)]: on(type.fact, (tx, data, fact) => handle(tx, name, type, data as never, fact)),
      },
    })),
  )
