// Video quiz: a film that stops at moments to ask.
import { MonitorPlay } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import type { Definition } from '../definition.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import { answering } from '../reading.ts'

export const videoQuiz: Definition = {
  icon: MonitorPlay,
  tone: 'accent',
  about: (_, say) => say('type.video_quiz'),
  ...answering,
  View: lazy(() => Promise.all([import('./view.tsx'), texts('video-quiz', 'player', 'questions', 'exam')]).then(([module]) => module)),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => Promise.all([import('./work.tsx'), texts('video-quiz', 'exam-work')]).then(([module]) => module)),
  asking: paths.activityQuestions,
  Questions: lazy(() =>
    Promise.all([
      import('./questions.tsx'),
      texts('video-quiz', 'player', 'exam-work', 'exam', 'course', 'questions', 'upload', 'errors'),
    ]).then(([module]) => module),
  ),
  replaces: 'moments',
  form: () => Promise.all([import('./form.tsx'), texts('video-quiz')]).then(([module]) => module),
}
