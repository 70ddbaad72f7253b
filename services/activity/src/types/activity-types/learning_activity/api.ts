// The settings of learning activities on the wire.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { fileSettings, namelessSettings, reviewSettings } from '../../work-settings/api.ts'

/** In per cent of the score; all of them together need not be 100: each counts by its share. */
const Weight = Type.Integer({ minimum: 0, maximum: 100 })

export const LearningActivitySettings = Type.Object({
  /** The form of work that is handed in; none: students mark it as done themselves. */
  work: Type.Optional(oneOf('none', 'text', 'files', 'both')),
  ...fileSettings,
  /** The number of times that it can be handed in again. */
  resubmissions: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  /** The parts of its evaluation: what a teacher gives, what students give their own work, and what others who review it give. */
  teacher_weight: Type.Optional(Weight),
  self_weight: Type.Optional(Weight),
  peer_weight: Type.Optional(Weight),
  ...namelessSettings,
  ...reviewSettings,
})
