// Exam: questions that are answered within a time. Its page says the rules and begins it; it is written in a frame of its own.
import { ListChecks } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import { paths } from '../../paths.ts'
import { date } from '../../ui/format.ts'
import type { Definition } from '../definition.ts'

/** The code and the texts of one of its parts. */
const withTexts = <M>(code: Promise<M>, ...more: Parameters<typeof texts>): Promise<M> =>
  Promise.all([code, texts('exam', ...more)]).then(([module]) => module)

export const exam: Definition = {
  icon: ListChecks,
  tone: 'warn',
  about: (_, say) => say('type.exam'),
  result({ my, completion_criterion: criterion }, say) {
    if (!my.completed_at) return undefined
    return say(criterion?.kind === 'submitted' ? 'handedInOn' : 'doneOn', { date: date(my.completed_at) })
  },
  progress({ my, completion_criterion: { kind } }, say) {
    if (kind !== 'submitted') return say(my.completed ? 'done' : 'notDone')
    return say(my.completed ? 'handedIn' : 'notHandedIn')
  },
  act: (my) => (my.completed ? undefined : 'open'),
  View: lazy(() => withTexts(import('./view.tsx'), 'course', 'rubrics')),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => withTexts(import('./work.tsx'), 'exam-work', 'course', 'tasks', 'rubrics', 'drafts', 'errors')),
  asking: (course, id) => paths.examPaper(course, id),
  sat: true,
  marking: (course, id) => paths.markAnswers(course, id),
  written: true,
  form: () => withTexts(import('./form.tsx'), 'exam-work', 'work'),
}
