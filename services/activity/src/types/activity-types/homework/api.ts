// The settings of homework on the wire.
import { nullable, oneOf, Time } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { fileSettings, namelessSettings, reviewSettings } from '../../work-settings/api.ts'

/** 0 to 100, with at most four places. */
const Percent = Type.String({ pattern: '^(100(\\.0{1,4})?|[0-9]{1,2}(\\.[0-9]{1,4})?)$' })

export const HomeworkSettings = Type.Object({
  /** The form of work that is handed in. */
  work: Type.Optional(oneOf('text', 'files', 'both')),
  ...fileSettings,
  /** With a group set: one mark for the group, or each of its members one of their own. */
  group_marks: Type.Optional(oneOf('one', 'each')),
  /** course: by the course's score policy; none: late work loses nothing; refused: nothing is taken after the due time; own: the fields below. */
  late: Type.Optional(oneOf('course', 'none', 'refused', 'own')),
  /** Of the points possible, for each begun late_per. */
  late_percent: Type.Optional(Percent),
  late_per: Type.Optional(oneOf('day', 'hour')),
  /** Being late takes the points no lower than this share of the points possible. */
  late_lowest: Type.Optional(Percent),
  late_grace_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080 })),
  /** The number of times that it can be handed in again; work returned for rework can be handed in once more in any case. */
  resubmissions: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  /** As often as they like until it closes, whatever `resubmissions` is. */
  unlimited_resubmissions: Type.Optional(Type.Boolean()),
  resubmit_until: Type.Optional(nullable(Time)),
  /** Two people mark it without seeing each other's marking. */
  second_marker: Type.Optional(Type.Boolean()),
  ...namelessSettings,
  ...reviewSettings,
})
