// Classroom: a class at a time and a place, completed by who is present or late in one of its roll calls.
import { Presentation } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import { paths } from '../../paths.ts'
import type { Definition } from '../definition.ts'
import { reading } from '../reading.ts'

/** The code and the texts of one of its parts. */
const withTexts = <M>(code: Promise<M>): Promise<M> => Promise.all([code, texts('attendance')]).then(([module]) => module)

export const classroom: Definition = {
  icon: Presentation,
  tone: 'accent',
  href: paths.classroom,
  about: (_, say) => say('type.classroom'),
  ...reading,
  View: lazy(() => withTexts(import('./view.tsx'))),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => withTexts(import('./work.tsx'))),
  comments: true,
  written: true,
  sat: true,
  form: () => withTexts(import('./form.tsx')),
}
