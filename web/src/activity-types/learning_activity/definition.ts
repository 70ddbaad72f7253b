// Learning activity: something to do that a text describes; who has done it says so, or hands in work.
import { Layers } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import { date } from '../../ui/format.ts'
import type { Definition } from '../definition.ts'
import { reading } from '../reading.ts'

/** The code and the texts of one of its parts. */
const withTexts = <M>(code: Promise<M>): Promise<M> => Promise.all([code, texts('learning-activity')]).then(([module]) => module)

export const learningActivity: Definition = {
  icon: Layers,
  tone: 'info',
  about: (_, say) => say('type.learning_activity'),
  ...reading,
  result: ({ my }, say) => (my.completed_at ? say('doneOn', { date: date(my.completed_at) }) : undefined),
  comments: true,
  View: lazy(() => withTexts(import('./view.tsx'))),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => withTexts(import('./work.tsx'))),
  written: true,
  form: () => withTexts(Promise.all([import('./form.tsx'), texts('work')]).then(([module]) => module)),
}
