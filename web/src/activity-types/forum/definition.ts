// Forum: topics in which students and teachers talk, beside what the forum is about.
import { MessagesSquare } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import { paths } from '../../paths.ts'
import { date, percent } from '../../ui/format.ts'
import type { Definition } from '../definition.ts'
import { asksToRead, reading } from '../reading.ts'

export const forum: Definition = {
  icon: MessagesSquare,
  tone: 'note',
  about: (_, say) => say('type.forum'),
  ...reading,
  result(activity, say) {
    const { my, completion_criterion: criterion } = activity
    if (asksToRead(criterion)) return reading.result(activity, say)
    if (my.completed_at) return say('doneOn', { date: date(my.completed_at) })
    return my.percent > 0 ? say('begun', { percent: percent(my.percent) }) : undefined
  },
  View: lazy(() => Promise.all([import('./view.tsx'), texts('forum', 'editor', 'upload', 'rubrics')]).then(([module]) => module)),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => Promise.all([import('./work.tsx'), texts('forum', 'marking', 'rubrics')]).then(([module]) => module)),
  written: true,
  // its students stand below it
  marking: (course, id) => paths.activity(course, id),
  form: () => Promise.all([import('./form.tsx'), texts('forum', 'rubrics')]).then(([module]) => module),
}
