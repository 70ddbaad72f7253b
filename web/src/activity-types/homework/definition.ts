// Homework: work that students or groups hand in as text, as files or both, and that is marked and returned.
import { SquarePen } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import { paths } from '../../paths.ts'
import { date } from '../../ui/format.ts'
import type { Definition } from '../definition.ts'

/** The code and the texts of one of its parts. */
const withTexts = <M>(code: Promise<M>, ...more: Parameters<typeof texts>): Promise<M> =>
  Promise.all([code, texts('homework', ...more)]).then(([module]) => module)

export const homework: Definition = {
  icon: SquarePen,
  tone: 'warn',
  about: (_, say) => say('type.homework'),
  result({ my, completion_criterion: criterion }, say) {
    if (!my.completed_at) return undefined
    return say(criterion?.kind === 'submitted' ? 'handedInOn' : 'doneOn', { date: date(my.completed_at) })
  },
  progress({ my, completion_criterion: { kind } }, say) {
    if (kind !== 'submitted') return say(my.completed ? 'done' : 'notDone')
    return say(my.completed ? 'handedIn' : 'notHandedIn')
  },
  act: (my) => (my.completed ? undefined : 'open'),
  comments: true,
  View: lazy(() => withTexts(import('./view.tsx'), 'work', 'course', 'upload', 'drafts', 'rubrics')),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => withTexts(import('../../parts/learning/work/handed-in.tsx'), 'work', 'teaching', 'tasks', 'rubrics')),
  written: true,
  form: () => withTexts(import('./form.tsx'), 'work', 'rubrics'),
  marking: (course, id) => paths.markWork(course, id),
}
