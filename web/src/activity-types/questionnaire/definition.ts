// Questionnaire: questions without points, answered by name or by nobody's.
import { ClipboardList } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import { paths } from '../../paths.ts'
import type { Definition } from '../definition.ts'
import { answering } from '../reading.ts'

export const questionnaire: Definition = {
  icon: ClipboardList,
  tone: 'note',
  about: (_, say) => say('type.questionnaire'),
  ...answering,
  View: lazy(() => Promise.all([import('./view.tsx'), texts('questionnaire', 'questions', 'exam')]).then(([module]) => module)),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => Promise.all([import('./work.tsx'), texts('questionnaire', 'questions', 'exam-work')]).then(([module]) => module)),
  asking: paths.activityQuestions,
  Questions: lazy(() =>
    Promise.all([import('./questions.tsx'), texts('questionnaire', 'exam-work', 'exam', 'course', 'questions', 'errors')]).then(
      ([module]) => module,
    ),
  ),
  written: true,
  form: () => Promise.all([import('./form.tsx'), texts('questionnaire')]).then(([module]) => module),
}
