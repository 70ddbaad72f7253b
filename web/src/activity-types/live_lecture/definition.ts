// Live lecture: held on the web at a time, at an address that is shown when joining alone.
import { Radio } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import { paths } from '../../paths.ts'
import type { Definition } from '../definition.ts'
import { meeting } from '../reading.ts'

/** The code and the texts of one of its parts. */
const withTexts = <M>(code: Promise<M>): Promise<M> => Promise.all([code, texts('live')]).then(([module]) => module)

export const liveLecture: Definition = {
  icon: Radio,
  tone: 'accent',
  href: paths.live,
  about: (_, say) => say('type.live_lecture'),
  ...meeting,
  View: lazy(() => withTexts(import('../../parts/learning/live/meeting-view.tsx'))),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => import('../../parts/learning/live/students.tsx')),
  comments: true,
  written: true,
  sat: true,
  form: () => withTexts(import('./form.tsx')),
}
