// Kinds of content a teacher can add. Separate from the menu, so that a student's page does not load the menu.
import type { CreatableType } from '../../../activity-types.ts'

export type Addition = { kind: 'module' } | { kind: 'activity'; type: CreatableType; module?: string }
